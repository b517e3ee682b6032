package belfry.storage;

import belfry.base.Outage;
import belfry.base.Time;
import belfry.base.TypedId;
import java.sql.Types;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.jdbi.v3.core.argument.AbstractArgumentFactory;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.config.ConfigRegistry;
import org.jdbi.v3.core.statement.ColonPrefixSqlParser;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementException;
import org.jdbi.v3.core.statement.StatementExceptions;
import org.slf4j.Logger;

/** Conversion of values to SQL and back, the same on both engines. */
final class Handles {
  /** Where placeholders are in a statement. One for all databases: reading is what takes time. */
  private static final SqlParser PARSER = new ColonPrefixSqlParser();

  private Handles() {}

  static Jdbi configured(Jdbi jdbi) {
    jdbi.getConfig(SqlStatements.class).setSqlParser(PARSER);
    // What is bound to one are names, addresses and texts, and what it says comes into the log.
    jdbi.getConfig(StatementExceptions.class).setMessageRendering(Handles::withoutValues);
    // Made here, so that all its connections share it.
    jdbi.getConfig(UnreadableRows.class);
    jdbi.registerArgument(new InstantArgument());
    jdbi.registerArgument(new TypedIdArgument());
    jdbi.registerColumnMapper(
        Instant.class,
        (row, column, _) -> {
          var millis = row.getLong(column);
          return row.wasNull() ? null : Instant.ofEpochMilli(millis);
        });
    return jdbi;
  }

  private static String withoutValues(StatementException e) {
    var context = e.getStatementContext();
    return "%s [statement: %s]"
        .formatted(e.getShortMessage(), context == null ? "" : context.getRawSql());
  }

  /** Runs {@code work}; exceptions of the driver become a {@link StorageException}. */
  static <T> T run(Work<T> work, org.jdbi.v3.core.Handle handle) {
    try {
      return work.in(handle);
    } catch (JdbiException e) {
      throw Away.in(e)
          .<StorageException>map(
              why -> new Away("The database does not answer: " + Away.words(why), e))
          .orElseGet(
              () -> new StorageException("The database refused a statement: " + reason(e), e));
    }
  }

  /** Of a database, whatever the engine. */
  static Outage outage(Logger log, Time time) {
    return new Outage(
        log,
        time,
        "The database",
        "Nothing new is sent until it does; what was sent is recorded then");
  }

  /** The driver's own message, without the statement and its values that Jdbi adds. */
  static String reason(Throwable e) {
    var cause = e.getCause();
    return firstLine(cause == null ? e : cause);
  }

  /** Of what it says; PostgreSQL's details follow. */
  static String firstLine(Throwable e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  /** What a task threw, without the wrapper added by waiting for it. */
  static RuntimeException unwrapped(CompletionException e) {
    return switch (e.getCause()) {
      case RuntimeException cause -> cause;
      case Error cause -> throw cause;
      case null, default -> e;
    };
  }

  private static final class InstantArgument extends AbstractArgumentFactory<Instant> {
    InstantArgument() {
      super(Types.BIGINT);
    }

    @Override
    protected Argument build(Instant value, ConfigRegistry config) {
      return (position, statement, _) -> statement.setLong(position, value.toEpochMilli());
    }
  }

  private static final class TypedIdArgument extends AbstractArgumentFactory<TypedId> {
    TypedIdArgument() {
      super(Types.VARCHAR);
    }

    @Override
    protected Argument build(TypedId id, ConfigRegistry config) {
      return (position, statement, _) -> statement.setString(position, id.value());
    }
  }
}
