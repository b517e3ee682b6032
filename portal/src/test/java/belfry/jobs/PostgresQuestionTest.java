package belfry.jobs;

import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.TestPostgres;
import java.nio.file.Path;
import java.util.Optional;

class PostgresQuestionTest extends QuestionContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.of(TestPostgres.freshDatabase()), data);
  }
}
