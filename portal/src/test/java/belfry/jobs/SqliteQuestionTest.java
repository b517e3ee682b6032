package belfry.jobs;

import belfry.storage.Database;
import belfry.storage.Databases;
import java.nio.file.Path;
import java.util.Optional;

class SqliteQuestionTest extends QuestionContract {
  @Override
  Database open(Path data) {
    return Databases.open(Optional.empty(), data);
  }
}
