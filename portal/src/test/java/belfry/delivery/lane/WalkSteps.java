package belfry.delivery.lane;

import static belfry.delivery.lane.WalkWorld.each;

import belfry.delivery.lane.WalkRules.Between;
import belfry.delivery.lane.WalkRules.ForNone;
import belfry.delivery.lane.WalkWorld.Body;
import belfry.delivery.lane.WalkWorld.Cursor;
import belfry.delivery.lane.WalkWorld.Doubt;
import belfry.delivery.lane.WalkWorld.Flight;
import belfry.delivery.lane.WalkWorld.Message;
import belfry.delivery.lane.WalkWorld.Owner;
import belfry.delivery.lane.WalkWorld.Row;
import belfry.delivery.lane.WalkWorld.Side;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.runs.recipients.Finding;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientLife.Event;
import belfry.runs.recipients.RecipientState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that can happen next. Where a recipient goes is asked of {@link RecipientLife}, never
 * decided here; what stands here is what the lane, the ledger and the platform do around it.
 *
 * <p>A former owner's transactions are left out where the fence stops them; its body may still
 * leave within the deadline, and its late answers are written down by attempt. That it ends needs
 * no step of its own: it may at any time do nothing more.
 */
final class WalkSteps {
  private static final Outcome ACCEPTED = new Outcome.Accepted("m", SpaceId.parse("r"), "");
  private static final Outcome NOT_SENT = new Outcome.NotSent("held back");
  private static final List<Outcome> REFUSALS =
      List.of(
          new Outcome.Refused(404, "no such person"),
          new Outcome.Throttled(Duration.ofSeconds(3)),
          new Outcome.Unauthorized("token revoked"));

  private final WalkRules rules;
  private final Target.Kind kind;
  private final Upsets upsets;
  private final OnUnknown onUnknown;
  private WalkWorld now = WalkWorld.fresh(1);
  private List<Step> steps = new ArrayList<>();

  /** What kind of thing happened. */
  enum Cause {
    /** The lane or the platform goes on: what must suffice to reach an end. */
    COURSE,
    MISHAP,
    PEOPLE
  }

  record Step(Cause cause, String name, WalkWorld world) {}

  /** What may happen to the owner, any number of times. */
  enum Upsets {
    KILLS,
    /** Kills; another takes the lane only when nothing of an earlier former owner is left. */
    ONE_FORMER_OWNER,
    ALL;

    boolean mayBeTaken(WalkWorld world) {
      return switch (this) {
        case KILLS -> false;
        case ONE_FORMER_OWNER -> world.hasNoFormerOwner();
        case ALL -> true;
      };
    }
  }

  WalkSteps(WalkRules rules, Target.Kind kind, Upsets upsets, OnUnknown onUnknown) {
    this.rules = rules;
    this.kind = kind;
    this.upsets = upsets;
    this.onUnknown = onUnknown;
  }

  List<Step> from(WalkWorld world) {
    now = world;
    steps = new ArrayList<>();
    owners();
    for (var run = 0; run < now.rows().size(); run++) {
      claim(run, now.rows().get(run));
    }
    if (now.rows().size() == 1) {
      // What they do to one run changes nothing for another.
      people(0, now.rows().getFirst());
    }
    now.flights().forEach(this::flight);
    now.doubts().forEach(this::doubt);
    step("time passes", tick());
    return steps;
  }

  private void step(String name, WalkWorld next) {
    steps.add(new Step(Cause.COURSE, name, next.normal(rules.deadline())));
  }

  private void mishap(String name, WalkWorld next) {
    steps.add(new Step(Cause.MISHAP, name, next.normal(rules.deadline())));
  }

  private void person(String name, WalkWorld next) {
    steps.add(new Step(Cause.PEOPLE, name, next.normal(rules.deadline())));
  }

  // Owners -----------------------------------------------------------------------------------

  private void owners() {
    switch (now.owner()) {
      case NONE -> step("a process takes the lane", acquired(now));
      case NEW -> step("it asks what others left", takenOver());
      case WORKING -> {}
    }
    if (now.owner() != Owner.NONE) {
      mishap("the owner is killed", killed());
    }
    if (now.owner() != Owner.NONE && upsets.mayBeTaken(now)) {
      mishap("another takes the lane", acquired(retired()));
    }
  }

  private WalkWorld acquired(WalkWorld world) {
    return world.owner(Owner.NEW).rows(each(world.rows(), Row::outlived));
  }

  private WalkWorld takenOver() {
    var world = now.owner(Owner.WORKING);
    for (var run = 0; run < now.rows().size(); run++) {
      var row = now.rows().get(run);
      if (row.state() == RecipientState.SENDING && !row.current()) {
        row = row.to(RecipientLife.after(row.state(), new Event.SenderLost()));
      }
      world = world.row(run, row);
      if (row.state() == RecipientState.UNKNOWN) {
        world = world.with(Doubt.begun(run, true));
      }
    }
    return world;
  }

  private WalkWorld killed() {
    return forgotten()
        .owner(Owner.NONE)
        .without(_ -> true)
        .flights(each(now.flights(), flight -> flight.isOwners() ? flight.orphaned() : flight));
  }

  private WalkWorld retired() {
    return forgotten()
        .without(_ -> true)
        .flights(
            each(now.flights(), flight -> flight.isOwners() ? flight.of(Side.FORMER) : flight));
  }

  /** What only the owner's memory held is gone. */
  private WalkWorld forgotten() {
    return now.strange(0)
        .rows(
            each(
                now.rows(),
                row -> row.cursor() == Cursor.IN_HAND ? row.cursor(Cursor.BEHIND) : row));
  }

  // Claims -----------------------------------------------------------------------------------

  private void claim(int run, Row row) {
    if (now.owner() != Owner.WORKING || !row.isWaiting()) {
      return;
    }
    if (row.cancelled()) {
      step(
          "what waits is skipped",
          now.row(run, row.to(RecipientLife.after(row.state(), new Event.Cancelled()))));
      return;
    }
    if (isBusy(run)) {
      return;
    }
    if (rules.checkpointAtFetch() && row.cursor() == Cursor.BEFORE) {
      step("the row is fetched", now.row(run, row.cursor(Cursor.IN_HAND)));
      return;
    }
    if (row.state() == RecipientState.PENDING && row.cursor() == Cursor.BEHIND) {
      return;
    }
    if (!rules.intentFirst()) {
      step("the row is handed over without an intent", launched(now, run));
      return;
    }
    var intended =
        now.row(run, row.intended(RecipientLife.after(row.state(), new Event.Intended())));
    var flight = launched(intended, run);
    step("an intent is committed" + of(run), flight);
    mishap(
        "an intent is committed and seems not to be",
        flight.replace(
            flight.flights().getLast(),
            flight
                .flights()
                .getLast()
                .body(Body.GONE)
                .answered(RecipientLife.after(RecipientState.SENDING, new Event.Abandoned()))));
  }

  /** Whether this person has something unsettled that the owner knows of. */
  private boolean isBusy(int run) {
    return now.flights().stream()
            .filter(Flight::isOwners)
            .anyMatch(flight -> rules.onePerPerson() || flight.run() == run)
        || now.doubts().stream()
            .anyMatch(doubt -> doubt.run() == run || rules.between().waits(run));
  }

  private static WalkWorld launched(WalkWorld world, int run) {
    return world
        .flights(each(world.flights(), flight -> flight.run() == run ? flight.outdated() : flight))
        .doubts(each(world.doubts(), doubt -> doubt.run() == run ? doubt.outdated() : doubt))
        .with(new Flight(run, Optional.of(Side.OWNER), true, Body.IN_HAND, 0, Optional.empty()));
  }

  private String of(int run) {
    return now.rows().size() == 1 ? "" : " for run " + (run + 1);
  }

  // Flights ----------------------------------------------------------------------------------

  private void flight(Flight flight) {
    switch (flight.body()) {
      case IN_HAND -> inHand(flight);
      case UNDERWAY -> underway(flight);
      case STORED -> stored(flight);
      case GONE -> {
        if (flight.waits()) {
          lost("it times out", flight, flight, rules.timeout());
        }
      }
    }
    if (flight.to().isPresent()) {
      record(flight);
    }
  }

  private void inHand(Flight flight) {
    if (!flight.waits()) {
      return;
    }
    if (flight.age() <= rules.deadline()) {
      step("the body leaves" + of(flight.run()), now.replace(flight, flight.body(Body.UNDERWAY)));
    }
    step("the body is held back", heard(now, flight, flight.body(Body.GONE), NOT_SENT));
  }

  private void underway(Flight flight) {
    if (flight.waits()) {
      lost("somebody else answers, not stored", flight, flight.body(Body.GONE), rules.strange());
    }
    if (rules.walled()) {
      return;
    }
    if (flight.waits()) {
      for (var refusal : REFUSALS) {
        step(
            "it is refused: " + refusal.getClass().getSimpleName(),
            heard(now, flight, flight.body(Body.GONE), refusal));
      }
      lost("a 5xx, not stored", flight, flight.body(Body.GONE), rules.serverError());
      lost("a 5xx, and it goes on", flight, flight, rules.serverError());
      lost("it times out and goes on", flight, flight, rules.timeout());
      lost("somebody else answers, and it goes on", flight, flight, rules.strange());
    }
    step(
        "the platform stores it" + of(flight.run()),
        now.with(new Message(flight.run(), WalkRules.LAG))
            .replace(flight, flight.body(Body.STORED)));
    mishap("the bytes get lost", now.replace(flight, flight.body(Body.GONE)));
  }

  private void stored(Flight flight) {
    if (flight.waits()) {
      step("it is accepted", heard(now, flight, flight, ACCEPTED));
      lost("a 5xx, although stored", flight, flight, rules.serverError());
      lost("a reset, although stored", flight, flight, rules.timeout());
      lost("somebody else answers, although stored", flight, flight, rules.strange());
    }
  }

  private void lost(String name, Flight flight, Flight next, Outcome meaning) {
    step(name, heard(now, flight, next, meaning));
  }

  /** The process has an answer in memory; if nobody can tell what it means, a doubt begins. */
  private WalkWorld heard(WalkWorld world, Flight flight, Flight next, Outcome answer) {
    var to = RecipientLife.after(RecipientState.SENDING, new Event.Answered(answer));
    var after = counted(world, flight, answer).replace(flight, next.answered(to));
    return to == RecipientState.UNKNOWN && flight.isOwners()
        ? after.with(Doubt.begun(flight.run(), flight.latest()))
        : after;
  }

  /** How often in a row it was not the platform that answered: only the owner remembers it. */
  private WalkWorld counted(WalkWorld world, Flight flight, Outcome answer) {
    if (!flight.isOwners() || world.rows().size() > 1) {
      return world;
    }
    return switch (answer) {
      case Outcome.Unreadable _ -> world.strange(Math.min(rules.worn(), world.strange() + 1));
      case Outcome.Unknown _, Outcome.NotSent _ -> world;
      case Outcome.Accepted _, Outcome.Refused _, Outcome.Throttled _, Outcome.Unauthorized _ ->
          world.strange(0);
    };
  }

  private void record(Flight flight) {
    if (flight.isOwners() && now.owner() != Owner.WORKING) {
      return;
    }
    var run = flight.run();
    var row = now.rows().get(run);
    var to = flight.to().orElseThrow();
    var counts = flight.latest() && (row.isUnsettled() || !rules.intentFirst());
    var written = counts ? now.row(run, row.recorded(to, run)) : now;
    var settled =
        to == RecipientState.UNKNOWN || !flight.isOwners()
            ? written
            : written.without(doubt -> doubt.run() == run && doubt.latest());
    step("its end is committed", settled.replace(flight, flight.orphaned()));
    mishap("its end is committed and seems not to be", written);
  }

  // Doubts -----------------------------------------------------------------------------------

  private void doubt(Doubt doubt) {
    if (now.owner() != Owner.WORKING) {
      return;
    }
    if (doubt.to().isPresent()) {
      settle(doubt);
    } else {
      findings(doubt);
    }
  }

  private void settle(Doubt doubt) {
    var row = now.rows().get(doubt.run());
    var written =
        doubt.latest() && row.isUnsettled()
            ? now.row(doubt.run(), row.recorded(doubt.to().orElseThrow(), doubt.message()))
            : now;
    step("the finding is committed", written.without(doubt::equals));
    mishap("the finding is committed and seems not to be", written);
  }

  private void findings(Doubt doubt) {
    if (kind == Target.Kind.PERSON) {
      listings(doubt);
    } else {
      look("the space was active", doubt, new Finding.Undecidable(), -1);
      if (!rules.walled() && now.messages().stream().allMatch(message -> message.hidden() > 0)) {
        look("the space was quiet", doubt, new Finding.None(), -1);
      }
    }
    if (rules.walled()) {
      return;
    }
    look("no look is allowed", doubt, new Finding.NotListable("403"), -1);
    for (var what : ForNone.values()) {
      if (what.concerns(kind)) {
        mistakable(doubt, what);
      }
    }
  }

  private void listings(Doubt doubt) {
    var unclaimed = now.messages().stream().filter(message -> mayBe(message, doubt)).toList();
    for (var message : unclaimed) {
      found(doubt).ifPresent(finding -> look("ours is listed", doubt, finding, message.run()));
      if (!doubt.unclear()) {
        step("a message is listed that may be ours", now.replace(doubt, doubt.seen()));
      }
    }
    if (unclaimed.stream().allMatch(message -> message.hidden() > 0)) {
      var none = new Finding.None();
      look("nothing is listed", doubt, doubt.unclear() ? new Finding.Unclear("seen") : none, -1);
    }
  }

  /** Whether it can be taken for this one. */
  private boolean mayBe(Message message, Doubt doubt) {
    return isNobodys(message) && (message.run() == doubt.run() || !rules.between().tellsApart());
  }

  /** What it comes to that a message is listed which looks like ours. */
  private Optional<Finding> found(Doubt doubt) {
    if (isUnderWay(doubt)) {
      return Optional.empty();
    }
    return Optional.of(
        isRivalled(doubt)
            ? new Finding.Unclear("one of two")
            : new Finding.Ours("m", SpaceId.parse("r")));
  }

  /** Whether the owner has something to this person under way, or has just heard of it. */
  private boolean isUnderWay(Doubt doubt) {
    return rules.between() != Between.ONE_AFTER_THE_OTHER
        && rules.careful()
        && now.flights().stream()
            .anyMatch(flight -> flight.isOwners() && flight.run() != doubt.run());
  }

  /** Whether another run's message could be taken for this one. */
  private boolean isRivalled(Doubt doubt) {
    return rules.between() == Between.THE_SECOND_IS_URGENT
        && rules.careful()
        && now.doubts().stream().anyMatch(other -> other.run() != doubt.run());
  }

  /** What is not nothing, and a mutant takes for it. */
  private void mistakable(Doubt doubt, ForNone what) {
    var isThere = now.messages().stream().filter(message -> mayBe(message, doubt)).findFirst();
    Optional<Finding> finding =
        switch (what) {
          case UNREADABLE -> Optional.of(new Finding.Unreadable("HTML"));
          case BLIND -> Optional.of(new Finding.Unreadable("not even the control"));
          case ANOTHER_BOT -> Optional.of(new Finding.NotListable("another bot"));
          case SILENT_SPACE -> Optional.of(new Finding.Undecidable());
          // Not all is asked before it is to be decisive.
          case PARTIAL -> Optional.of(new Finding.Listed(List.of(), Optional.empty()));
          case UNCLEAR -> isThere.map(_ -> new Finding.Unclear("another form"));
          case WITHDRAWN ->
              doubt.unclear() ? Optional.of(new Finding.Unclear("seen")) : Optional.empty();
          case OTHER_WORDS, DATED_EARLIER -> isThere.flatMap(_ -> found(doubt));
        };
    finding.ifPresent(real ->
        look(
            what.said(),
            doubt,
            rules.taken().contains(what) ? new Finding.None() : real,
            real instanceof Finding.Ours ? isThere.orElseThrow().run() : -1));
  }

  /**
   * Whether it can be taken for an attempt's own: recorded for none, and not older than the intent
   * by more than the clocks' margin. Who is held was held for longer than that.
   */
  private boolean isNobodys(Message message) {
    var row = now.rows().get(message.run());
    var wasHeld = row.state() == RecipientState.HELD || isVouchedFor(row);
    return !wasHeld && now.rows().stream().noneMatch(other -> other.message() == message.run());
  }

  private static boolean isVouchedFor(Row row) {
    return row.state() == RecipientState.SENT && row.message() < 0;
  }

  private void look(String name, Doubt doubt, Finding finding, int found) {
    var quiet = doubt.age() >= rules.quiet();
    // Whoever wants a space sent to again accepts doubles; two are enough to see all that follows.
    var onUnknown = now.held(doubt.run()) > 1 ? OnUnknown.HOLD : this.onUnknown;
    var worn = rules.worn() > 0 && now.strange() >= rules.worn();
    var event = new Event.Looked(finding, quiet, !quiet, worn, onUnknown);
    var to = RecipientLife.after(RecipientState.UNKNOWN, event);
    if (to != RecipientState.UNKNOWN) {
      step(name, now.replace(doubt, doubt.looked(to, found)));
    }
  }

  // People and time --------------------------------------------------------------------------

  /** They look before they decide, so what they say is true. */
  private void people(int run, Row row) {
    if (!row.cancelled()) {
      person("a person cancels", now.row(run, row.cancel()));
      if (row.state() == RecipientState.FAILED) {
        person(
            "a person tries again",
            now.row(run, row.to(RecipientLife.after(row.state(), new Event.Retried()))));
      }
    }
    if (row.state() == RecipientState.HELD) {
      var sendAgain = now.held(run) == 0;
      person(
          sendAgain ? "a person has it sent again" : "a person has seen it",
          now.row(run, row.to(RecipientLife.after(row.state(), new Event.Decided(sendAgain)))));
    }
  }

  private WalkWorld tick() {
    return now.flights(each(now.flights(), Flight::older))
        .doubts(each(now.doubts(), doubt -> doubt.older(rules.quiet())))
        .messages(each(now.messages(), Message::older));
  }
}
