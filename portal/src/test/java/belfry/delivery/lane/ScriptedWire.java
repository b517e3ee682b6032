package belfry.delivery.lane;

import belfry.messages.Content;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Dating;
import belfry.runs.recipients.Finding;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A wire whose other end is the test: it sees what is asked and says when and how it ends. */
final class ScriptedWire implements Wire {
  private final ManualTime time;
  private final List<Sent> sent = new ArrayList<>();
  private final List<Looked> looks = new ArrayList<>();
  private int posts;
  private PersonRef bot = PersonRef.of("bot", "news@webex.bot");
  private boolean tokenWorks = true;
  private String refusal = "";
  private Duration later = Duration.ZERO;
  private Duration pause = Duration.ZERO;
  private Duration back = Duration.ZERO;

  ScriptedWire(ManualTime time) {
    this.time = time;
  }

  /** One message handed over and not yet answered; {@code id} is its id if it is accepted. */
  record Sent(
      String id, String target, Content content, BooleanSupplier leave, Consumer<Outcome> done) {
    void ends(Outcome outcome) {
      done.accept(outcome);
    }

    void isAccepted() {
      ends(new Outcome.Accepted(id, SpaceId.parse("room"), ""));
    }

    /** What the real wire does at the moment of writing. */
    boolean mayLeave() {
      return leave.getAsBoolean();
    }
  }

  /** One look handed over and not yet answered. */
  record Looked(Question question, Consumer<Finding> done) {
    void finds(Finding finding) {
      done.accept(finding);
    }
  }

  /** What was handed over since the last time this was asked. */
  List<Sent> newlySent() {
    var now = List.copyOf(sent);
    sent.clear();
    return now;
  }

  List<Looked> newLooks() {
    var now = List.copyOf(looks);
    looks.clear();
    return now;
  }

  /** The next look begins so much later than it was decided on. */
  void pauseAsTheNextLookBegins(Duration howLong) {
    pause = howLong;
  }

  /** The platform's clock is heard to have gone back, in too few answers to believe it all. */
  void clockGoesBack(Duration by) {
    back = by;
  }

  /** From now on it is another bot's token. */
  void bot(String id) {
    bot = PersonRef.of(id, "");
  }

  void tokenWorks(boolean works) {
    tokenWorks = works;
    refusal = "";
  }

  /** Who the bot is may be asked only then. */
  void mayBeAskedIn(Duration howLong) {
    later = howLong;
  }

  /** The token is refused with these words, also when it is only asked about. */
  void refuse(String words) {
    tokenWorks = false;
    refusal = words;
  }

  @Override
  public void send(
      Target.Kind kind,
      String target,
      Content content,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    sent.add(new Sent("m" + ++posts, target, content, leave, done));
  }

  @Override
  public void look(Question question, Consumer<Finding> done) {
    looks.add(new Looked(question, done));
  }

  @Override
  public boolean isRefused() {
    return false;
  }

  @Override
  public void check(Consumer<Check> done) {
    done.accept(
        later.isPositive()
            ? new Check.Later(later)
            : tokenWorks
                ? new Check.Works()
                : refusal.isEmpty() ? new Check.Silent("status 502") : new Check.Refused(refusal));
  }

  @Override
  public Optional<PersonRef> bot() {
    return Optional.of(bot);
  }

  @Override
  public Instant platformTime() {
    return time.now();
  }

  @Override
  public Dating dating(long nanos) {
    if (nanos < time.nanos()) {
      time.pass(pause);
      pause = Duration.ZERO;
    }
    var at = time.now().minusNanos(time.nanos() - nanos).minus(back);
    return new Dating(at.minusSeconds(60), at);
  }

  @Override
  public Optional<Duration> clockAhead() {
    return Optional.of(Duration.ZERO);
  }
}
