package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import belfry.people.audience.Target;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Finding;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a lane sends and finds messages with placeholders. */
class LanePersonalTest extends LaneFixture {
  private static final String TEXT = "Hi {{desk|colleague}}, all of us move on Friday";

  @Test
  void eachGetsTheirOwnWords() {
    memory.addRun(
        Run.Kind.JOB, TEXT, List.of(person("p0", "A 1"), person("p1", "B 2"), person("p2")));
    turn();

    assertThat(wire.newlySent())
        .extracting(ScriptedWire.Sent::target, sent -> sent.content().markdown())
        .containsExactly(
            tuple("p0", hi("A 1")), tuple("p1", hi("B 2")), tuple("p2", hi("colleague")));
  }

  @Test
  void aLostAnswerIsLookedForByTheWordsToThisPerson() {
    var run = lost();

    lookFor(Duration.ofSeconds(3), listed("m", hi("A 1")));

    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("m");
  }

  /** Another recipient's words of the same run may be ours in another form: nobody can tell. */
  @Test
  void anothersWordsAreNotTakenForTheirs() {
    var run = lost();

    lookFor(TUNING.quiet().plusSeconds(2), listed("m", hi("B 2")));

    assertThat(wire.newlySent()).isEmpty();
    assertThat(memory.tally(run).held()).isEqualTo(1);
  }

  @Test
  void whatIsSentAgainSaysTheSame() {
    var run = lost();

    lookFor(TUNING.quiet().plusSeconds(2), new Finding.None());

    assertThat(wire.newlySent())
        .extracting(sent -> sent.content().markdown())
        .containsExactly(hi("A 1"));
    assertThat(memory.tally(run).sending()).isEqualTo(1);
  }

  /** After a restart, only the stored values are left. */
  @Test
  void whoeverTakesTheLaneOverLooksForTheSameWords() {
    var run = memory.addRun(Run.Kind.JOB, TEXT, List.of(person("p0", "A 1")));
    turn();
    assertThat(wire.newlySent()).hasSize(1);
    time.pass(TUNING.leaseTtl().plusSeconds(1));
    lane = lane("second");
    turn();
    time.pass(TUNING.leaseTtl().plusSeconds(1));
    turn();
    turn();

    lookFor(Duration.ofSeconds(5), listed("m", hi("A 1")));

    assertThat(memory.rows(run).getFirst().messageId()).isEqualTo("m");
  }

  @Test
  void howOneMessageWasShownSaysNothingOfAnother() {
    var run = lost();

    assertThat(memory.echo(run)).isEmpty();
  }

  /** The first answer is lost; a second message is accepted, and so is one of another run. */
  private RunId lost() {
    var run = memory.addRun(Run.Kind.JOB, TEXT, List.of(person("p0", "A 1"), person("p1", "B 2")));
    loseTheAnswer(run);
    return run;
  }

  private static String hi(String name) {
    return TEXT.replace("{{desk|colleague}}", name);
  }

  private static Target person(String id) {
    return new Target(Target.Kind.PERSON, id, "", "");
  }

  private static Target person(String id, String desk) {
    return new Target(Target.Kind.PERSON, id, "", "", Map.of("desk", desk));
  }
}
