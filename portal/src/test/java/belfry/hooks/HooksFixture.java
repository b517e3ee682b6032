package belfry.hooks;

import belfry.access.ActingPerson;
import belfry.access.Audit;
import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.IpRange;
import belfry.base.Secret;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Webhooks of an app, in a database from which nothing is sent by itself. */
final class HooksFixture implements AutoCloseable {
  static final App NEWS = new App(TestPortal.NEWS, "News", new Secret(""), List.of(), 230);
  static final App ALERTS = new App(TestPortal.ALERTS, "Alerts", new Secret(""), List.of(), 230);
  static final ActingPerson ANA = new ActingPerson(new PersonId("ana-id"));
  static final HookSettings LOOPBACK =
      new HookSettings(List.of(IpRange.of("127.0.0.0/8"), IpRange.of("::1")));

  final Database database;
  final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  final Vault vault;
  final Audit audit;
  final Hooks hooks;
  final HookQueue queue;
  final Apps apps;
  private final Platform platform;
  final HookPost post;

  HooksFixture(Database database, Path keys) {
    this.database = database;
    vault = new Vault(Keyring.open(Optional.empty(), keys, true));
    audit = new Audit(database, vault, time);
    platform = new Platform(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1), time);
    apps = new Apps(List.of(NEWS, ALERTS), platform, database);
    hooks =
        new Hooks(
            LOOPBACK,
            new Hooks.Ground(database, vault, audit, HookListener.NONE, time),
            apps,
            _ -> true);
    queue = new HookQueue(new HookEnds(audit));
    post = posting(Duration.ofSeconds(20));
  }

  /** Posts for whom an answer may take so long. */
  HookPost posting(Duration patience) {
    return new HookPost(
        database,
        new HookSecrets(vault),
        new HookEnds(audit),
        new HookRetries(new Random(7)),
        new HookClient(new Destinations(LOOPBACK), patience),
        HookListener.NONE,
        time);
  }

  /** One that is told everything. */
  Hooks.Done.WithSecret made(URI url) {
    return made(NEWS, url);
  }

  Hooks.Done.WithSecret made(App app, URI url) {
    var all = EnumSet.copyOf(HookEvent.choices());
    return (Hooks.Done.WithSecret)
        hooks.make(app, ANA, new Hooks.Wish("Pager", url.toString(), all));
  }

  Hook hook(HookId id) {
    return database.read(handle -> HookStore.find(handle, id)).orElseThrow();
  }

  List<HookMessage> messages(HookId id) {
    return hooks.see(NEWS, id).orElseThrow().messages();
  }

  /** Sends it what is due now. */
  HookPost.Told tell(HookId id) {
    return tell(hook(id));
  }

  /** Sends it what is due now, as it was when it was read. */
  HookPost.Told tell(Hook hook) {
    return tell(post, hook);
  }

  static HookPost.Told tell(HookPost post, Hook hook) {
    try {
      return post.tell(hook, HookPost.AT_ONCE);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  List<String> trail() {
    return database.read(handle ->
        handle
            .createQuery("SELECT actor, action, detail FROM audit ORDER BY seq")
            .map((row, _) ->
                row.getString("actor")
                    + " "
                    + row.getString("action")
                    + " "
                    + row.getString("detail"))
            .list());
  }

  @Override
  public void close() {
    post.close();
    hooks.close();
    platform.close();
    database.close();
  }
}
