package belfry.testing;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.jobs.Jobs;
import belfry.messages.Attachments;
import belfry.people.DirectorySettings;
import belfry.people.People;
import belfry.platform.Platform;
import belfry.simulator.Simulator;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything up to jobs, without delivery and web, on a time that the test owns: for tests that ask
 * a feature directly.
 */
public final class House implements AutoCloseable {
  private final Database database;
  private final Platform platform;
  private final App app;
  private final Apps apps;
  private final Access access;
  private final People people;
  private final Jobs jobs;

  public House(Database database, Simulator simulator, Path data, Time time) {
    this.database = database;
    platform = new Platform(simulator.address(), Duration.ofSeconds(5), time);
    app =
        new App(
            "news",
            "Company News",
            new Secret(simulator.botToken(0)),
            List.of(TestPortal.ADMIN),
            230);
    apps = new Apps(List.of(app), platform, database);
    var vault = new Vault(Keyring.open(Optional.empty(), data, true));
    var directory =
        new DirectorySettings(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(new Secret(simulator.directoryRefreshToken())));
    access = new Access(apps, database, vault, time);
    people = new People(directory, apps, platform, database, vault, time);
    jobs =
        new Jobs(
            database, new Attachments(database, time), people.audiences(), access, time, _ -> {});
  }

  public App app() {
    return app;
  }

  public Apps apps() {
    return apps;
  }

  public Access access() {
    return access;
  }

  public People people() {
    return people;
  }

  public Attachments attachments() {
    return jobs.attachments();
  }

  public Jobs jobs() {
    return jobs;
  }

  public Database database() {
    return database;
  }

  @Override
  public void close() {
    platform.close();
    database.close();
  }
}
