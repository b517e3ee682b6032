package belfry.bench.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each recipient should read, spelled out. */
class WordingTest {
  private static final Wording PERSONAL =
      new Wording("It rings", ".", true, false, Optional.empty());

  @Test
  void everybodyIsToReadTheSameUnlessEachIsToldSomethingElse() {
    var plain = Wording.of("It rings");

    assertThat(plain.written()).isEqualTo("It rings");
    assertThat(plain.read(person("Ana", "Lopez"))).isEqualTo("It rings");
  }

  @Test
  void eachIsToReadWhatThePlatformKnowsOfThem() {
    assertThat(PERSONAL.written())
        .isEqualTo(
            "It rings for {{firstName|a colleague}} {{ LastName | without a last name }}"
                + " ({{email|everybody}}), see"
                + " [your page](https://pages.example/{{email|all}}?name={{lastName|none}}).");
    assertThat(PERSONAL.read(person("Zoë", "Keller [extern]")))
        .isEqualTo(
            "It rings for Zoë Keller \\[extern\\] (staff.00001@harbour.example), see"
                + " [your page](https://pages.example/staff.00001%40harbour.example"
                + "?name=Keller%20%5Bextern%5D).");
    assertThat(PERSONAL.read(person("Mei", "Weiß"))).contains("?name=Wei%C3%9F)");
  }

  @Test
  void whoHasNoneOfSomethingIsToReadTheDefault() {
    assertThat(PERSONAL.read(person("Ana", "")))
        .isEqualTo(
            "It rings for Ana without a last name (staff.00001@harbour.example), see"
                + " [your page](https://pages.example/staff.00001%40harbour.example?name=none).");
    assertThat(PERSONAL.read(TrialPlatform.Person.space("room")))
        .isEqualTo(
            "It rings for a colleague without a last name (everybody), see"
                + " [your page](https://pages.example/all?name=none).");
  }

  @Test
  void aCardSaysTheSameAndHasTheirButton() {
    var card = new Wording("It rings", ".\n\nSo.", true, false, Optional.of(List.of(".", "So.")));

    assertThat(card.read(person("Zoë", "Lee")))
        .isEqualTo(
            card.text(person("Zoë", "Lee"))
                + "\n[card] It rings for Zoë Lee (staff.00001@harbour.example), see"
                + " [your page](https://pages.example/staff.00001%40harbour.example?name=Lee). / So."
                + " -> For Zoë https://desk.example/staff.00001%40harbour.example?name=Lee");
    assertThat(Wording.of("It rings").beneath()).isEmpty();
  }

  @Test
  void whatAListSaysIsSaidToThemAlone() {
    var listed = new Wording("It rings", ".", true, true, Optional.of(List.of(".")));
    var none = new TrialPlatform.Person("id", "staff.00002@harbour.example", "Bo", "Lee");
    var ana = person("Ana", "Lopez");
    var both = Desks.table(List.of(ana, none));

    assertThat(both).startsWith("\"E-Mail\";\"Desk\";\"Badge no\"\r\n").hasLineCount(2);
    var isAna = both.contains("STAFF.00001");
    var sits = isAna ? ana : none;
    var other = isAna ? none : ana;
    assertThat(listed.text(sits)).contains(" at \\*").contains("\\[by the window\\] with `");
    assertThat(listed.text(other)).endsWith(" at no desk with `no badge`.");
    assertThat(listed.read(other))
        .endsWith(
            ", nowhere https://desk.example/"
                + other.email().replace("@", "%40")
                + "?name="
                + other.lastName()
                + "&badge=none");
  }

  private static TrialPlatform.Person person(String first, String last) {
    return new TrialPlatform.Person("id", "staff.00001@harbour.example", first, last);
  }
}
