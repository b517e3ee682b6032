package belfry.cli.backups;

import belfry.base.FileTrouble;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.cli.settings.Settings;
import belfry.delivery.Delivery;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.MovedMark;
import belfry.storage.MovedMark.Moved;
import belfry.storage.MovedMark.State;
import belfry.storage.RestoreTarget;
import belfry.storage.Snapshot;
import belfry.storage.StorageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Moves everything that is stored into another database, such as from SQLite to PostgreSQL. Nothing
 * happens in between, so nobody comes into doubt, and what was half sent goes on there.
 */
@Command(
    name = "move",
    description =
        "Moves everything that is stored from the database that the settings name to another, from SQLite to PostgreSQL or back. Stop the portal first, every node of it. Broken off, it goes on when it is run again.")
public final class MoveCommand extends InvokedCommand {
  private static final String POSTGRESQL = "jdbc:postgresql:";

  @Option(
      names = "--to",
      paramLabel = "TARGET",
      description =
          "Where to: a directory for SQLite, as BELFRY_DATA names it, or jdbc:postgresql://… without a password.")
  private Optional<String> to = Optional.empty();

  @Option(
      names = "--to-file",
      paramLabel = "FILE",
      description =
          "A file whose content is jdbc:postgresql://… with user and password, as DATABASE_URL_FILE names it.")
  private Optional<Path> toFile = Optional.empty();

  @Option(
      names = "--undo",
      description =
          "Uses a database again that was moved away. If that was complete, it is used as if it had been restored, and the one that it was moved to is not used any more.")
  private boolean undo;

  @Option(
      names = "--without-target",
      description = "With --undo: the database that it was moved to is lost.")
  private boolean withoutTarget;

  /** A database, as the settings would name it. */
  private record Place(Optional<Secret> url, Path data) {
    MovedMark mark() {
      return MovedMark.of(url, data);
    }

    Snapshot snapshot() {
      return Snapshot.whileMoved(url, data);
    }

    @Override
    public String toString() {
      return Databases.named(url, data);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    var settings = settings();
    var here = new Place(settings.databaseUrl(), settings.data());
    var there = target();
    try (var mark = here.mark()) {
      if (undo) {
        undo(mark, here, there, settings);
      } else {
        move(
            mark,
            here,
            there.orElseThrow(() -> wrong("Say where to: --to or --to-file")),
            settings);
      }
    }
    out().flush();
    return 0;
  }

  private static StorageException wrong(String words) {
    return new StorageException(words + ". See './belfry move --help'");
  }

  // Where to -------------------------------------------------------------------------------------

  private Optional<Place> target() {
    if (to.isPresent() && toFile.isPresent()) {
      throw wrong("Give either --to or --to-file");
    }
    return to.map(this::named).or(() -> toFile.map(this::inFile));
  }

  private Place named(String target) {
    if (target.matches("(?s).*[?&](ssl)?password=.*")) {
      throw new StorageException(
          "--to: others on this machine can read a password there. Write the address with it into a file that only you can read, and name that with --to-file");
    }
    var isAddress = target.startsWith(POSTGRESQL);
    if (!isAddress && target.contains("://")) {
      throw notPostgres("--to");
    }
    return new Place(
        isAddress ? Optional.of(new Secret(target)) : Optional.empty(),
        invocation.directory().resolve(isAddress ? "" : target).normalize());
  }

  private Place inFile(Path file) {
    try {
      var address = Files.readString(invocation.directory().resolve(file)).strip();
      if (!address.startsWith(POSTGRESQL)) {
        throw notPostgres("--to-file " + file);
      }
      return new Place(Optional.of(new Secret(address)), invocation.directory());
    } catch (IOException e) {
      throw new StorageException(
          "--to-file: cannot read %s: %s".formatted(file, FileTrouble.words(e)), e);
    }
  }

  private static StorageException notPostgres(String where) {
    return new StorageException(
        "%s: an address must begin with %s, as DATABASE_URL does".formatted(where, POSTGRESQL));
  }

  // There ----------------------------------------------------------------------------------------

  private void move(MovedMark mark, Place here, Place there, Settings settings)
      throws InterruptedException {
    if (here.url().isEmpty() && here.toString().equals(there.toString())) {
      throw new StorageException(
          "--to: %s is the database that is used now. Name another directory".formatted(there));
    }
    var before = mark.found();
    try (var target = opened(there, mark, before)) {
      try (var snapshot = here.snapshot()) {
        target.requireRoom(snapshot.bytes());
      }
      mark.begin(there.toString(), Time.system().now());
      try {
        requireStopped(mark, settings);
        copy(mark, here, there, target);
      } finally {
        stayIfUndecided(mark, before);
      }
    }
    say(here, there, settings);
  }

  /** After one that was broken off, only people know whether they want to go on. */
  private static void stayIfUndecided(MovedMark mark, Optional<Moved> before) {
    if (before.isEmpty() && mark.found().filter(one -> one.state() == State.MOVING).isPresent()) {
      mark.stay();
    }
  }

  private static RestoreTarget opened(Place there, MovedMark mark, Optional<Moved> before) {
    var done = before.filter(one -> one.state() == State.MOVED);
    RestoreTarget target;
    try {
      target = RestoreTarget.ofMove(there.url(), there.data(), mark.id());
    } catch (StorageException e) {
      throw done.map(Moved::refusal).orElse(e);
    }
    if (done.isPresent() && !target.brokenOff()) {
      target.close();
      throw done.get().refusal();
    }
    return target;
  }

  private static void requireStopped(MovedMark mark, Settings settings)
      throws InterruptedException {
    Delivery.requireStopped(mark::ask, Time.system(), settings.tuning().leaseTtl());
  }

  private void copy(MovedMark mark, Place here, Place there, RestoreTarget target) {
    var out = out();
    out.printf("Copying %s to %s.%n", here, there);
    out.flush();
    var all = new long[1];
    target.copy(
        here::snapshot,
        new RestoreTarget.Progress() {
          @Override
          public void copied(String table, long rows) {
            out.printf("  %s: %,d rows%n", table, rows);
            out.flush();
          }

          @Override
          public void compared(String table, Snapshot.Digest digest) {
            if (all[0] == 0) {
              out.println(
                  "Comparing all rows of both (table, rows, digest; nothing of empty ones):");
            }
            if (digest.rows() > 0) {
              out.printf("  %-22s %,12d  %s%n", table, digest.rows(), digest.shown());
            }
            all[0] += digest.rows();
            out.flush();
          }
        },
        mark::moved);
    out.printf("Moved: %,d rows, each the same in both.%n", all[0]);
  }

  private void say(Place here, Place there, Settings settings) {
    var out = out();
    var keys = Keyring.file(settings.keyFile(), settings.data()).toAbsolutePath().normalize();
    out.println("Next, set this for every node, and start the portal:");
    if (there.url().isPresent()) {
      out.println(
          toFile
              .map(file ->
                  "  DATABASE_URL_FILE=%s, or DATABASE_URL as it is in that file"
                      .formatted(invocation.directory().resolve(file)))
              .orElseGet(() -> "  DATABASE_URL=" + to.orElse("")));
    } else {
      out.println("  BELFRY_DATA=" + there.data());
      out.println("  DATABASE_URL and DATABASE_URL_FILE: no longer");
    }
    out.printf("  BELFRY_KEY_FILE=%s, or a copy of it%n", keys);
    out.println("What remains:");
    out.printf("- The key file %s stays needed: no other opens what is sealed.%n", keys);
    out.printf(
        "- %s is as it was, but no portal starts on it now. Delete it%s when the portal runs well on the other: it has all messages and names.%n",
        here, here.url().isEmpty() ? " (belfry.db, belfry.db-wal, belfry.db-shm; not keys/)" : "");
    out.println(
        "- To go back, stop the portal and move it back the same way. Only if the new one is lost, take './belfry move --undo' with the settings of now.");
  }

  // And back -------------------------------------------------------------------------------------

  private void undo(MovedMark mark, Place here, Optional<Place> there, Settings settings)
      throws InterruptedException {
    PrintWriter out = out();
    var moved =
        mark.found()
            .orElseThrow(() ->
                new StorageException(here + " was not moved, or is used again: nothing to undo"));
    if (moved.state() == State.MOVING) {
      mark.stay();
      out.printf(
          "%s can be used again, as it was. Delete what is in %s, on which no portal starts.%n",
          here, moved.place());
      return;
    }
    if (there.isEmpty() && !withoutTarget) {
      throw new StorageException(
          "It was moved to %s, and what happened there since is not here. To keep that, move it back instead: './belfry move' with the settings of there. To give it up, name that one with --to or --to-file, so that it is not used any more; if it is lost, add --without-target"
              .formatted(moved.place()));
    }
    var now = Time.system().now();
    if (there.isPresent()) {
      giveUp(there.get(), here, moved, settings);
    }
    var after = mark.comeBack(handle -> AfterRestore.settled(handle, moved.began(), now));
    out.printf("%s can be used again, as it was then.%n", here);
    after.tell(out);
    if (there.isEmpty()) {
      out.printf("Start no portal on %s any more: both would send.%n", moved.place());
    }
  }

  /** Two portals with the same bots would send everything twice. */
  private static void giveUp(Place there, Place here, Moved moved, Settings settings)
      throws InterruptedException {
    if (!there.toString().equals(moved.place())) {
      throw new StorageException(
          "It was moved to %s, and not to %s. Name that one".formatted(moved.place(), there));
    }
    try (var mark = there.mark()) {
      var before = mark.found();
      mark.begin(here.toString(), Time.system().now());
      try {
        requireStopped(mark, settings);
        mark.moved();
      } finally {
        stayIfUndecided(mark, before);
      }
    }
  }
}
