package belfry.runs.recipients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import belfry.base.Phrase;
import belfry.platform.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of why somebody stands where they stand is read back into code and arguments. */
class ReasonsTest {
  record Said(String reason, String code) {}

  static List<Said> reasons() {
    return List.of(
        new Said(Reasons.NO_ACCOUNT.english(), "reason.noAccount"),
        new Said(Reasons.SEND_AGAIN.with("name", "Ana Lopez").english(), "reason.sendAgain"),
        new Said(Reasons.ARRIVED.with("name", "Ana Lopez").english(), "reason.arrived"),
        new Said("Webex cannot find this recipient: Could not find a person", "reason.notFound"),
        new Said("The bot may not write here: blocked", "reason.mayNotWrite"),
        new Said("Webex refused (418): I'm a teapot", "reason.refused"),
        new Said("Not sent yet: no connection.", "reason.notSent"),
        new Said(
            Reasons.settled(
                RecipientState.HELD,
                new Finding.Unclear("Webex shows a message that may be this one")),
            "reason.unclear"),
        new Said(
            Reasons.settled(
                RecipientState.HELD,
                new Finding.Unanswered("Webex has not said yet who the bot is")),
            "reason.notSeen"));
  }

  @ParameterizedTest
  @MethodSource("reasons")
  void aReasonIsReadBack(Said said) {
    assertThat(Reasons.read(said.reason)).map(Phrase::code).contains(said.code);
    assertThat(Reasons.read(said.reason)).map(Phrase::english).contains(said.reason);
  }

  static Stream<Phrase> causes() {
    return Causes.ALL.stream();
  }

  /** Uses the phrase's own places as arguments, except where a number belongs. */
  @ParameterizedTest
  @MethodSource("causes")
  void whatItSaysInItsBracketsIsReadBackToo(Phrase cause) {
    var kept = cause.template().replaceAll("\\{\\{\\w+, number}}", "1,200");

    assertThat(
            Reasons.read("The answer was lost (" + kept + "); the conversation is being checked."))
        .map(reason -> reason.arguments().get("why"))
        .hasValueSatisfying(why ->
            assertThat(why)
                .asInstanceOf(type(Phrase.class))
                .returns(false, Phrase::isQuoted)
                .returns(kept, Phrase::english));
  }

  @Test
  void ofALongOneItIsTheCauseThatIsCut() {
    var reason = Reasons.of(new Outcome.Unknown("reset ".repeat(100)));

    assertThat(reason).hasSize(300);
    assertThat(Reasons.read(reason)).map(Phrase::code).contains("reason.lost");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Somebody else said this", "Webex refused"})
  void whatWasSaidOtherwiseStaysAsItIs(String reason) {
    assertThat(Reasons.read(reason)).isEmpty();
  }
}
