package belfry.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Phrase;
import belfry.base.Said;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Remarks on a run are read back from the stored text, including that of earlier versions. */
class RemarksTest {
  @Test
  void theSentencesOfAQuestionAreReadBack() {
    assertThat(
            codes(
                "The group R. D. no longer exists. The directory lists 1,200 members of All staff"
                    + " but reports 3 more. It would go to 1,200, but last time it went to 1,300. 1"
                    + " address was not found in your organization."))
        .contains(
            "expansion.noLongerThere expansion.listedInPart run.fewerThanLastTime run.noAccount");
    assertThat(
            codes(
                "It would go to nobody, but it was meant for 20. 20 addresses were not found in"
                    + " your organization."))
        .contains("run.nobody run.noAccount");
    assertThat(
            codes(
                "1 person does not get it: No value is known for desk. 20 people do not get it:"
                    + " With this recipient's values, the message is longer than Webex accepts."))
        .contains("run.leftOut run.leftOut");
    assertThat(codes("Is that right? It would go to 5, but it was meant for 20.")).isEmpty();
  }

  private static Optional<String> codes(String question) {
    return Remarks.question(question)
        .map(sentences -> sentences.stream().map(Phrase::code).collect(Collectors.joining(" ")));
  }

  @Test
  void whatIsAskedIsWhatIsReadBack() {
    var asked = Remarks.fewer(1_200, 13_000, false, 2);

    assertThat(Remarks.question(String.join(" ", Remarks.english(asked)))).contains(asked);
  }

  @Test
  void whyItCannotBeginIsReadToTheLastOfIt() {
    assertThat(
            Remarks.note(
                "It cannot begin yet: 12 addresses could not be looked up: Webex did not answer:"
                    + " status 503. It is tried again every half minute."))
        .extracting(Said::of)
        .isEqualTo(
            Optional.of(
                said(
                    "run.cannotBegin",
                    "why",
                    new Said(
                        "expansion.notLookedUp",
                        Map.of(
                            "count",
                            12L,
                            "why",
                            said(
                                "answer.unreachable",
                                "why",
                                said("answer.status", "status", 503L)))))));
  }

  private static Said said(String code, String name, Object value) {
    return new Said(code, Map.of(name, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "The members of All staff are an older copy: the directory did not answer. | expansion.olderCopy",
        "Its counts do not match its recipients, so it was set aside. Please report this. | run.unsound",
        "It cannot begin yet: the members of the group A (B) cannot be read from the directory. It is tried again every half minute. | run.cannotBegin",
        "It cannot begin yet: 1 addresses could not be looked up: x. It is tried again every half minute. | run.cannotBegin",
        "Webex finds nobody in your organization with these addresses, which were to be left out:"
            + " a@x.example, b@x.example. | expansion.nobodyToLeaveOut",
        "Webex finds nobody in your organization with these addresses, which were to be left out:"
            + " a@x.example and 3 more. | expansion.nobodyToLeaveOutAndMore",
        "The group A, which was to be left out, no longer exists. | expansion.notThereToLeaveOut",
        "Somebody wrote this. | ''",
      })
  void aNoteIsReadBack(String note, String code) {
    assertThat(Remarks.note(note)).returns(code, Phrase::code).returns(note, Phrase::english);
    assertThat(Remarks.english(List.of(Remarks.note(note)))).containsExactly(note);
  }
}
