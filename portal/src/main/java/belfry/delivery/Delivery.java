package belfry.delivery;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Feed;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.delivery.adapters.ReadMemory;
import belfry.delivery.doublecheck.DoubleCheck;
import belfry.delivery.doublecheck.DoubleCheckLoop;
import belfry.delivery.doublecheck.RecipientAddresses;
import belfry.delivery.expansion.BotCandidates;
import belfry.delivery.expansion.Expander;
import belfry.delivery.expansion.FollowUpPlanner;
import belfry.delivery.expansion.GoneBots;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.LaneId;
import belfry.jobs.ClosedRuns;
import belfry.jobs.DueJobs;
import belfry.jobs.RunQuestions;
import belfry.jobs.job.SendingRules;
import belfry.messages.Attachments;
import belfry.people.audience.Audiences;
import belfry.people.directory.Emails;
import belfry.people.directory.PersonDetails;
import belfry.people.directory.Spaces;
import belfry.runs.DoubleCheckStore;
import belfry.runs.recipients.BotChoice;
import belfry.storage.Database;
import belfry.storage.StorageException;
import belfry.storage.Work;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The entry point of this package: delivery runs from {@link #start} to {@link #stop}, and reports
 * its condition.
 */
public final class Delivery {
  private final Lanes lanes;
  private final Expander expander;
  private final FollowUpPlanner planner;
  private final Dispatcher dispatcher;
  private final Progress progress;
  private final Waits waits;
  private final DoubleCheckStore doubleCheckStore;
  private final DoubleCheckLoop doubleChecks;
  private final ReadMemory readMemory;
  private final PeerNotifications peers;
  private final Elsewhere elsewhere;
  private final Apps apps;
  private final Feed feed;
  private final Database database;

  /** Whom delivery sends to, what, and whom it asks and tells as jobs begin, wait and end. */
  public record Parts(
      Apps apps,
      Spaces spaces,
      Audiences audiences,
      PersonDetails details,
      Emails emails,
      Attachments attachments,
      SendingRules rules,
      DueJobs due,
      RunQuestions questions,
      ClosedRuns closed) {}

  /** Starts nothing yet; {@code feed} receives the app's name after each visible step. */
  public Delivery(Infrastructure below, Parts parts, Feed feed) {
    apps = parts.apps;
    this.feed = feed;
    database = below.database();
    peers = new PeerNotifications(below.database());
    elsewhere = new Elsewhere(peers, below.time());
    lanes = new Lanes(below, parts, this::seen, this::moved);
    readMemory = new ReadMemory(below, apps, lanes::isOwned);
    expander =
        new Expander(
            below,
            apps,
            parts.spaces,
            parts.audiences,
            parts.details,
            parts.questions,
            lanes::changed);
    planner = new FollowUpPlanner(below, parts.audiences, lanes::changed);
    progress = new Progress(below, apps);
    waits = new Waits(below, apps, lanes, elsewhere, progress, parts.rules);
    var goneBots = new GoneBots(below, apps, parts.spaces);
    dispatcher = new Dispatcher(below, apps, parts.due, lanes, expander, planner, goneBots, waits);
    doubleCheckStore = new DoubleCheckStore(below.database());
    var doubles = new DoubleCheck(below, apps, doubleCheckStore, parts.closed);
    var addresses = new RecipientAddresses(below, parts.emails, RecipientAddresses.STEPS);
    doubleChecks = new DoubleCheckLoop(apps, this::owns, doubles, addresses, below, this::seen);
  }

  public Progress progress() {
    return progress;
  }

  public Waits waits() {
    return waits;
  }

  /** Which of this app's bots new people would be given, as of now. */
  public BotChoice choice(App app) {
    return new BotChoice(
        app.name(),
        database.read(handle -> new BotCandidates(apps).of(handle, app)),
        Optional.empty(),
        _ -> Optional.empty());
  }

  public DoubleCheckStore doubleChecks() {
    return doubleCheckStore;
  }

  public void start() {
    lanes.start();
    readMemory.start();
    dispatcher.start();
    doubleChecks.start();
    peers.listen(new FromOthers());
  }

  /** Jobs or runs of this app changed: what is due starts at once, and what is cancelled stops. */
  public void changed(AppName app) {
    lookAgain(app);
    peers.changed(app);
  }

  /**
   * On this node the lane's due jobs start at once; other nodes learn that the lane may be free.
   */
  private void moved(AppName app) {
    readMemory.moved(app);
    dispatcher.wake();
    peers.changed(app);
  }

  /** What other nodes say. */
  private final class FromOthers implements PeerNotifications.Listener {
    @Override
    public void changed(AppName app) {
      show(app);
      lookAgain(app);
    }

    @Override
    public void seen(AppName app) {
      show(app);
    }

    @Override
    public void condition(LaneId lane, String json) {
      if (elsewhere.heard(lane, json)) {
        show(lane.app());
      }
    }
  }

  private void lookAgain(AppName app) {
    lanes.changed(app);
    dispatcher.wake();
  }

  private void show(AppName app) {
    feed.publish(app.value());
  }

  /** Something that is shown of this app changed: open pages read it again, on all nodes. */
  public void seen(AppName app) {
    show(app);
    peers.seen(app);
  }

  /** Whether this process sends for the app. */
  public boolean owns(App app) {
    return lanes.lease(app).isPresent();
  }

  /** How many lanes there are. */
  public long lanes() {
    return lanes.count();
  }

  /** How many lanes this process owns. */
  public long owned() {
    return lanes.owned();
  }

  /** Why nothing can be written, and so nothing new is sent; empty if all is well. */
  public Optional<String> storageTrouble() {
    return lanes.storageTrouble().or(dispatcher::storageTrouble);
  }

  /** Runs, recalls and corrections that contradict themselves and were set aside, as sentences. */
  public List<String> setAside() {
    return lanes.setAside();
  }

  /** What comes instead of answers, by app, where Webex answers no send now, of whatever node. */
  public Map<AppName, String> silences() {
    return waits.silences();
  }

  /** The pulses of its threads. */
  public List<Pulse> pulses() {
    return Stream.concat(
            lanes.pulses(), Stream.of(dispatcher.pulse(), doubleChecks.pulse(), readMemory.pulse()))
        .toList();
  }

  /**
   * Sends nothing new, waits for requests in flight, records their outcomes, and gives the lanes
   * up.
   */
  public void stop() {
    lanes.drain();
    readMemory.stop();
    doubleChecks.stop();
    dispatcher.stop();
    expander.close();
    planner.close();
    lanes.stop();
  }

  /**
   * Refuses a database from which a node sends. Of one that was killed, whose clock may have been
   * wrong, that is known only when it has renewed nothing for the length of a lease.
   *
   * @param database reads what is in it each time
   */
  public static void requireStopped(
      Function<Work<List<String>>, List<String>> database, Time time, Duration leaseTtl)
      throws InterruptedException {
    var leases = leases(database);
    var end = time.nanos() + leaseTtl.toNanos();
    while (!leases.isEmpty() && time.nanos() - end < 0) {
      time.sleep(leaseTtl.dividedBy(10));
      if (!leases(database).equals(leases)) {
        throw new StorageException("Belfry runs on this database. Stop every node first");
      }
    }
  }

  private static List<String> leases(Function<Work<List<String>>, List<String>> database) {
    return database.apply(handle ->
        handle
            .createQuery(
                "SELECT app || ' ' || epoch || ' ' || expires_at FROM lane WHERE owner <> '' ORDER BY app")
            .mapTo(String.class)
            .list());
  }
}
