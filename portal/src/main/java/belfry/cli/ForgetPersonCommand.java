package belfry.cli;

import belfry.access.ApiTokens;
import belfry.access.Audit;
import belfry.access.AuditEntry;
import belfry.access.StaffErasure;
import belfry.answers.AnswerErasure;
import belfry.base.Hash;
import belfry.base.Time;
import belfry.jobs.JobErasure;
import belfry.people.PersonErasure;
import belfry.platform.Identity;
import belfry.runs.RecipientErasure;
import belfry.signin.Sessions;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.IdempotencyStore;
import belfry.storage.Keyring;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.util.concurrent.Callable;
import org.jdbi.v3.core.Handle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Erases who a person was from everything that is stored, except the audit trail. */
@Command(
    name = "forget-person",
    description =
        "Erases what is stored about a person; counts and times stay. On SQLite, stop the portal first.")
final class ForgetPersonCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Main main;

  @Parameters(paramLabel = "EMAIL", description = "The person's address.")
  @SuppressWarnings("NullAway.Init")
  private String email;

  @Override
  public Integer call() {
    var settings = main.settings();
    var time = Time.system();
    var out = spec.commandLine().getOut();
    try (var database = Databases.open(settings.databaseUrl(), settings.data())) {
      var vault =
          new Vault(Keyring.open(settings.keyFile(), settings.data(), database.exclusive()));
      var who = database.read(handle -> PersonRecord.whoHas(handle, email));
      requireRest(database, settings, who);
      var pseudonym = "forgotten-" + Hash.random().reveal().substring(0, 12);
      var before =
          told(
                  "In sendings, without name and address now",
                  RecipientErasure.erase(database, who, pseudonym))
              + told("Messages whose audience named them", JobErasure.erase(database, who))
              + told(
                  "Answers, without text now",
                  database.write(handle -> AnswerErasure.erase(handle, who, pseudonym)));
      var audit = new Audit(database, vault, time);
      var last = database.write(handle -> rest(handle, who, pseudonym, before, audit));
      told("Rows of names, addresses, groups, lists and saved audiences", last.names());
      told("Sessions, tokens and requests", last.access());
      if (before + last.names() + last.access() == 0) {
        out.printf(
            "Nothing was stored about %s, but perhaps in the audit trail, which stays.%n", email);
        out.flush();
        return 1;
      }
      out.print(REMAINS);
      out.flush();
      return 0;
    }
  }

  /** How many rows went. */
  private record Last(long names, long access) {}

  /**
   * What tells who they are goes last, and with it the trail gets its row: whoever is killed before
   * finds everything again.
   */
  private static Last rest(
      Handle handle, Identity who, String pseudonym, long before, Audit audit) {
    var last =
        new Last(
            PersonErasure.erase(handle, who),
            Sessions.erase(handle, who.ids())
                + ApiTokens.erase(handle, who.ids())
                + IdempotencyStore.erase(handle, who.ids())
                + StaffErasure.erase(handle, who));
    if (before + last.names + last.access > 0) {
      audit.record(handle, AuditEntry.inAll().did("person.forget", pseudonym));
    }
    return last;
  }

  private long told(String what, long count) {
    spec.commandLine().getOut().printf("%s: %d%n", what, count);
    return count;
  }

  private static final String REMAINS =
      """
      Not erased:
      - the audit trail: its rows are signed one over the other, and are kept as the record of who did what;
      - texts of messages and templates that name them, and the names of authors;
      - earlier backups;
      - what Webex stores: their messages are in their conversations, and can no longer be recalled from here.
      If the directory still lists them, their name and address come back with its next copy.
      """;

  /** Whoever may send is first removed by an administrator, so that their jobs find a sender. */
  private static void requireRest(Database database, Settings settings, Identity who) {
    for (var app : settings.apps()) {
      if (app.admins().stream().anyMatch(one -> one.equalsIgnoreCase(who.email()))) {
        throw new StorageException(
            "They are an administrator of %s in the configuration. Remove them there first"
                .formatted(app.name()));
      }
    }
    database
        .read(handle -> StaffErasure.appOf(handle, who))
        .ifPresent(app -> {
          throw new StorageException(
              "They may send in %s. Remove them there first (page People)".formatted(app));
        });
    if (database.read(handle -> RecipientErasure.isUnderWay(handle, who))) {
      throw new StorageException(
          "A message to them is being sent, recalled or corrected. Wait until it is over, or cancel it");
    }
  }
}
