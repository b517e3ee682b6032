package belfry.delivery.expansion;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Clause;
import belfry.base.Outage;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Lease;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.audience.Target;
import belfry.people.directory.Person;
import belfry.platform.ids.PlatformId;
import belfry.runs.RecipientsAgain;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpPlan;
import belfry.runs.followups.FollowUps;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.WrittenTo;
import belfry.storage.Database;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import belfry.storage.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes down which messages a follow-up is about: at once those that are known to have been sent,
 * and once more when nobody of the run is in doubt any more, so that nobody is forgotten.
 */
public final class FollowUpPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(FollowUpPlanner.class);
  private static final int AT_ONCE = 4;
  private static final Duration AGAIN = Duration.ofSeconds(10);

  /** While a group is being read. */
  private static final Duration SOON = Duration.ofSeconds(1);

  /** So long it goes by the copies of groups that were counted when it was agreed to. */
  private static final Duration SAME_COPIES = Duration.ofMinutes(10);

  private final Database database;
  private final FollowUps followUps;
  private final Audiences audiences;
  private final Time time;
  private final Duration leaseTtl;
  private final UnreadableRows unreadable;
  private final Consumer<AppName> done;
  private final Set<FollowUpId> underWay = ConcurrentHashMap.newKeySet();
  private final ConcurrentHashMap<FollowUpId, Long> notBefore = new ConcurrentHashMap<>();

  /** Since when groups have been read for a follow-up, on our monotonic clock. */
  private final ConcurrentHashMap<FollowUpId, Long> reading = new ConcurrentHashMap<>();

  /** Those of which was said that they wait for the sending or the recall of another message. */
  private final Set<FollowUpId> waiting = ConcurrentHashMap.newKeySet();

  private final ExecutorService threads =
      Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().name("plan-", 0).factory());

  /** Plans nothing yet; {@code done} receives the app after each follow-up that may go on. */
  public FollowUpPlanner(Infrastructure below, Audiences audiences, Consumer<AppName> done) {
    database = below.database();
    followUps = new FollowUps(database);
    this.audiences = audiences;
    time = below.time();
    leaseTtl = below.tuning().leaseTtl();
    unreadable = database.read(UnreadableRows::of);
    this.done = done;
  }

  /** Begins to plan what can be planned now of this app's open follow-ups. */
  public void plan(App app, Lease lease, List<FollowUp> open) {
    for (var followUp : open) {
      if (!followUp.planned() && !waitsForAnother(followUp, open)) {
        begin(app, lease, followUp);
      }
    }
  }

  /** An edit that is still on its way would undo the next one. */
  private static boolean waitsForAnother(FollowUp followUp, List<FollowUp> open) {
    return open.stream()
        .anyMatch(other ->
            other.run().equals(followUp.run()) && other.id().value() < followUp.id().value());
  }

  private void begin(App app, Lease lease, FollowUp followUp) {
    var rests = notBefore.get(followUp.id());
    if ((rests != null && time.nanos() - rests < 0) || !underWay.add(followUp.id())) {
      return;
    }
    threads.execute(() -> {
      notBefore.remove(followUp.id());
      try {
        if (planNow(app, lease, followUp)) {
          done.accept(app.name());
        }
        unreadable.mended(row(followUp));
      } catch (LaneLost _) {
        LOG.info("App {}: follow-up {} is planned by another node", app.name(), followUp.id());
      } catch (RuntimeException e) {
        LOG.atLevel(Outage.level(e, Level.WARN))
            .log(
                "App {}: follow-up {} could not be planned. Retrying in {} s",
                app.name(),
                followUp.id(),
                AGAIN.toSeconds(),
                e);
        if (Unreadable.is(e)) {
          unreadable.note(row(followUp), e);
        }
        notBefore.put(followUp.id(), time.nanos() + AGAIN.toNanos());
      } finally {
        underWay.remove(followUp.id());
      }
    });
  }

  /** What is named where this one cannot be planned, which is said on its job's page. */
  private static UnreadableRows.Row row(FollowUp followUp) {
    return new UnreadableRows.Row(
        FollowUps.PLANNING, followUp.id().value(), followUp.app().value());
  }

  /** True if something was planned. */
  private boolean planNow(App app, Lease lease, FollowUp followUp) {
    var stopping = followUp.gate() == FollowUp.Gate.STOPPING;
    if (!stopping && !in(lease, followUp, FollowUpPlan::isDue)) {
      return false;
    }
    // Asked before the recipients are gone through.
    var last = stopping || in(lease, followUp, FollowUpPlan::isLast);
    if (stopping) {
      countStopped(app, lease, followUp);
    } else if (!goThrough(app, lease, followUp)) {
      return false;
    }
    in(
        lease,
        followUp,
        plan -> {
          plan.ended(last);
          return true;
        });
    waiting.remove(followUp.id());
    return true;
  }

  /** Whom it was about is said, too, if it was stopped first; but nothing keeps it from ending. */
  private void countStopped(App app, Lease lease, FollowUp followUp) {
    try {
      var _ = goThrough(app, lease, followUp);
    } catch (LaneLost e) {
      throw e;
    } catch (RuntimeException e) {
      if (!Unreadable.is(e)) {
        throw e;
      }
      LOG.warn(
          "App {}: of follow-up {} is not known whom it was about", app.name(), followUp.id(), e);
    }
    reading.remove(followUp.id());
    notBefore.remove(followUp.id());
  }

  /** False if whom it is for cannot be read now. */
  private boolean goThrough(App app, Lease lease, FollowUp followUp) {
    var only = followUps.only(followUp.id());
    if (only.isPresent()) {
      return walk(app, lease, followUp, only.get());
    }
    while (!in(lease, followUp, FollowUpPlan::step)) {}
    return true;
  }

  /** Goes through a chosen audience; false if it cannot be read now. */
  private boolean walk(App app, Lease lease, FollowUp followUp, Audience only) {
    var writtenTo = new WrittenTo(database, followUp.run());
    var receiver =
        new Audiences.Receiver() {
          @Override
          public void targets(List<Target> page) {
            var forms = new ArrayList<String>();
            page.forEach(target -> forms.addAll(PlatformId.forms(target.id())));
            for (var part : RecipientRows.parts(forms)) {
              in(
                  lease,
                  followUp,
                  plan -> {
                    plan.add(part);
                    return true;
                  });
            }
          }

          @Override
          public void noAccount(List<Target> addressed) {
            // Whoever was not written to has no message.
          }

          @Override
          public List<Person> knownAt(List<String> emails) {
            return writtenTo.at(emails);
          }

          @Override
          public boolean isAskedFirst() {
            return false;
          }

          @Override
          public Duration reading() {
            var since = reading.get(followUp.id());
            var taken = since == null ? Duration.ZERO : Duration.ofNanos(time.nanos() - since);
            var begun = Duration.between(followUp.created(), time.now().minus(taken));
            return begun.isNegative() || begun.compareTo(SAME_COPIES) > 0
                ? taken
                : taken.plus(begun);
          }
        };
    return switch (audiences.expand(app, only, receiver)) {
      case Audiences.Expansion.Complete _ -> {
        reading.remove(followUp.id());
        yield true;
      }
      case Audiences.Expansion.Stuck(var why, var soon) when soon -> {
        if (reading.putIfAbsent(followUp.id(), time.nanos()) == null) {
          LOG.info("App {}: follow-up {} is being prepared: {}", app.name(), followUp.id(), why);
        }
        notBefore.put(followUp.id(), time.nanos() + SOON.toNanos());
        yield false;
      }
      case Audiences.Expansion.Stuck(var why, _) -> {
        reading.remove(followUp.id());
        LOG.atLevel(level(followUp, why))
            .log(
                "App {}: follow-up {} cannot go on: {}. Retrying in {} s",
                app.name(),
                followUp.id(),
                Clause.of(why.english()),
                AGAIN.toSeconds());
        notBefore.put(followUp.id(), time.nanos() + AGAIN.toNanos());
        yield false;
      }
    };
  }

  /** That the recall of a message's reminders waits for that of the message is as it should be. */
  private Level level(FollowUp followUp, Phrase why) {
    if (!RecipientsAgain.isNotYet(why)) {
      return Level.WARN;
    }
    return waiting.add(followUp.id()) ? Level.INFO : Level.DEBUG;
  }

  /** Another node owns the lane now and does this itself. */
  private static final class LaneLost extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private <T> T in(Lease lease, FollowUp followUp, Function<FollowUpPlan, T> step) {
    Work<T> work =
        handle -> {
          if (!lease.renew(handle, time.now().plus(leaseTtl))) {
            throw new LaneLost();
          }
          return step.apply(new FollowUpPlan(handle, followUp, time.now()));
        };
    return database.write(work);
  }

  public void close() {
    threads.shutdownNow();
  }
}
