package belfry.people.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import belfry.base.Phrase;
import belfry.messages.PersonalText;
import belfry.people.lists.ListText.NoList;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables as people have them, good and bad. */
class ListReaderTest {
  @TempDir Path directory;

  private final List<PeopleList.Row> rows = new ArrayList<>();
  private final List<ListReport.Left> unread = new ArrayList<>();

  @Test
  void aTableWithTitlesHasItsAddressesAndFields() throws IOException {
    var report =
        read(
            """
            Name,E-mail,Desk
            Ana Lopez,Ana.Lopez@x.example,"4, by the window"
            Lars,lars@x.example,
            """);

    assertThat(report.addresses()).isEqualTo("E-mail");
    assertThat(report.columns()).containsExactly("Name", "Desk");
    assertThat(report.people()).isEqualTo(2);
    assertThat(report.left()).isEmpty();
    assertThat(rows)
        .containsExactly(
            new PeopleList.Row(
                2, "ana.lopez@x.example", Map.of("Name", "Ana Lopez", "Desk", "4, by the window")),
            new PeopleList.Row(3, "lars@x.example", Map.of("Name", "Lars")));
    assertThat(report.first()).isEqualTo(rows);
  }

  @Test
  void aTableWithoutTitlesHasNumberedColumns() throws IOException {
    var report = read("ana@x.example;Ana;4\nlars@x.example;Lars;5");

    assertThat(report.addresses()).isEqualTo("Column 1");
    assertThat(report.columns()).containsExactly("Column 2", "Column 3");
    assertThat(rows).hasSize(2);
    assertThat(rows.getFirst().line()).isEqualTo(1);
  }

  @Test
  void theSeparatorIsFound() throws IOException {
    for (var separator : List.of(",", ";", "\t", "|")) {
      rows.clear();
      var report =
          read(
              "mail%1$sfirst, name%1$sx\n".formatted(separator).replace(", ", " ")
                  + "ana@x.example%1$sAna%1$s1\n".formatted(separator));
      assertThat(report.columns()).as(separator).containsExactly("first name", "x");
    }
    rows.clear();
    assertThat(read("sep=;\nmail;a\nana@x.example;1,2,3,4\n").columns()).containsExactly("a");
    assertThat(rows.getFirst().line()).isEqualTo(3);
    rows.clear();
    // Otherwise the name would become a part of an address.
    var report = read("\"SEP=^\"\nname^mail\nAna^ana@x.example\nBo^=\"bo@x.example\"\n");
    assertThat(report.left()).isEmpty();
    assertThat(rows)
        .extracting(PeopleList.Row::email)
        .containsExactly("ana@x.example", "bo@x.example");
  }

  @Test
  void theEncodingIsFound() throws IOException {
    var table = "name;mail\nJosé Müller;jose@x.example\n";
    var utf8 = table.getBytes(StandardCharsets.UTF_8);
    for (var bytes :
        List.of(
            utf8,
            joined(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, utf8),
            joined(
                new byte[] {(byte) 0xFF, (byte) 0xFE}, table.getBytes(StandardCharsets.UTF_16LE)),
            joined(
                new byte[] {(byte) 0xFE, (byte) 0xFF}, table.getBytes(StandardCharsets.UTF_16BE)),
            table.getBytes(Charset.forName("windows-1252")))) {
      rows.clear();
      assertThat(read(bytes).columns()).containsExactly("name");
      assertThat(rows.getFirst().fields()).containsEntry("name", "José Müller");
    }
  }

  @Test
  void eachLineThatIsNotTakenIsNamedWithTheReason() throws IOException {
    var report =
        read(
            """
            mail,desk
            ana@x.example,1
            ANA@x.example,2

            half@,3
            ,4
            lars@x.example,5,6
            "Maija Salo <maija@x.example>",7
            priya@x.example,%s
            """
                .formatted("x".repeat(201)));

    assertThat(report.people()).isEqualTo(2);
    assertThat(rows)
        .extracting(PeopleList.Row::email)
        .containsExactly("ana@x.example", "maija@x.example");
    assertThat(report.bad()).isEqualTo(4);
    assertThat(report.repeated()).isEqualTo(1);
    assertThat(report.left().stream().map(left -> left.line() + ": " + left.why().english()))
        .containsExactly(
            "3: ana@x.example is already in line 2, and that line is used.",
            "5: 'half@' is not an e-mail address.",
            "6: There is no e-mail address.",
            "7: It has more cells than there are columns. A cell that contains a separator needs quotation marks.",
            "9: desk has more than 200 characters. Shorten it.");
    assertThat(unread)
        .as("a repeated line loses nobody")
        .extracting(ListReport.Left::line, ListReport.Left::said)
        .containsExactly(
            tuple(5, "half@"),
            tuple(6, ""),
            tuple(7, "lars@x.example"),
            tuple(9, "priya@x.example"));
  }

  @Test
  void ofManyLinesTheFirstAreKeptAndTheOthersCounted() throws IOException {
    var report = read("ana@x.example\n" + "x\n".repeat(200_000) + "lars@x.example\n");

    assertThat(report.people()).isEqualTo(2);
    assertThat(report.bad()).isEqualTo(200_000);
    assertThat(unread).hasSize(SkippedLines.MOST);
    assertThat(report.left()).hasSize(100);
    rows.clear();
    assertThat(read("ana@x.example\n".repeat(100_000)).repeated()).isEqualTo(99_999);
  }

  @Test
  void whatIsCutStaysWhole() throws IOException {
    var family = "👨‍👩‍👧";
    var report = read("mail\nana@x.example\n" + "x".repeat(58) + family + "\n");

    assertThat(report.left().getFirst().why().arguments()).containsEntry("text", "x".repeat(58));
  }

  @Test
  void theColumnOfAddressesIsTheOneCalledSoOrTheFullest() throws IOException {
    var table =
        """
        manager,mail,second
        boss@x.example,ana@x.example,a@y.example
        boss@x.example,lars@x.example,
        """;

    assertThat(read(table).addresses()).isEqualTo("mail");
    assertThat(read(table.replace("mail", "of")).addresses()).isEqualTo("manager");
    var chosen = read(bytes(table), Optional.of("second"));
    assertThat(chosen.addresses()).isEqualTo("second");
    assertThat(chosen.candidates()).containsExactly("manager", "mail", "second");
    assertThat(chosen.columns()).containsExactly("manager", "mail");
    assertThat(refusal(bytes(table), Optional.of("third")).code()).isEqualTo("list.noSuchColumn");
  }

  @Test
  void whoeverHasNoSecondAddressMakesNoListOfBoth() throws IOException {
    var report = read("a@x.example,boss@x.example\nb@x.example,\nc@x.example,boss@x.example\n");

    assertThat(report.candidates()).containsExactly("Column 1", "Column 2");
    assertThat(report.elsewhere()).containsExactly(Map.entry("Column 2", 2));
    assertThat(rows)
        .extracting(PeopleList.Row::email)
        .containsExactly("a@x.example", "b@x.example", "c@x.example");
    rows.clear();
    assertThat(read("a@x.example, b@x.example,\nc@x.example").people())
        .as("one after the other")
        .isEqualTo(3);
  }

  @Test
  void whoHasAnotherAddressForANameIsNotGuessed() throws IOException {
    var report =
        read("bo@y.example <bo@x.example>\n'ana@x.example' <ana@x.example>; cy@x.example\n");

    assertThat(rows)
        .extracting(PeopleList.Row::email)
        .containsExactly("ana@x.example", "cy@x.example");
    assertThat(report.left().getFirst().line()).isEqualTo(1);
    assertThat(report.left().getFirst().why().english())
        .isEqualTo(
            "'bo@y.example <bo@x.example>' is one address too many. Give each its own line.");
  }

  @Test
  void columnsHaveNamesOfTheirOwn() throws IOException {
    var report = read("mail, Desk  no ,,Desk no\nana@x.example,1,2,3\n");

    assertThat(report.columns()).containsExactly("Desk no", "Column 3", "Desk no 2");
    assertThat(read("mail,Größe,GROSSE,größe,grosse\nana@x.example,1,2,3,4\n").columns())
        .as("placeholders do not see the difference")
        .hasSize(4)
        .extracting(PersonalText::key)
        .doesNotHaveDuplicates();
  }

  @Test
  void aColumnKeepsTheTitleThatItHas() throws IOException {
    var report = read("mail,Sum,Sum,Sum 2,,Column 5\nana@x.example,1,2,3,4,5\n");

    assertThat(report.columns()).containsExactly("Sum", "Sum 3", "Sum 2", "Column 5 2", "Column 5");
    assertThat(rows.getFirst().fields()).containsEntry("Sum 2", "3").containsEntry("Column 5", "5");
  }

  @Test
  void eachNameOfAColumnIsAPlaceholder() throws IOException {
    var titles = List.of("{{Desk}}", "a | b", "\"two\nlines\"", "x".repeat(300), "x".repeat(301));

    var report = read("mail," + String.join(",", titles) + "\na@x.example,1,2,3,4,5\n");

    assertThat(report.columns()).startsWith("Desk", "a b", "two lines").hasSize(5);
    report
        .columns()
        .forEach(
            name -> assertThat(PersonalText.of("{{" + name + "}}").names()).containsValue(name));
    assertThat(ListTitles.LONGEST_NAME).isEqualTo(PersonalText.LONGEST_NAME);
  }

  @Test
  void nobodyIsTakenForATitle() throws IOException {
    var report = read("Name;Kontakt;Kanal\nBo;;Mail\nAna;ana@x.example;Webex\n");

    assertThat(report.columns()).containsExactly("Name", "Kanal");
    assertThat(report.left()).extracting(ListReport.Left::line).containsExactly(2);
    for (var somebody : List.of("ana(at)x.example", "ana.lopez", "ana [at] x", "www.ana.example")) {
      unread.clear();
      assertThat(read(somebody + "\nlars@x.example\n").bad()).as(somebody).isEqualTo(1);
      assertThat(unread).containsExactly(new ListReport.Left(1, somebody, unread.getFirst().why()));
      assertThat(unread.getFirst().why().code()).isEqualTo("list.noAddress");
    }
    for (var title : List.of("Kontakt", "user.email", "Team 28.11.2026", "e.mail", "Adr. (AT)")) {
      assertThat(read(title + "\nlars@x.example\n").bad()).as(title).isZero();
    }
    rows.clear();
    assertThat(read("Webex\nName,E-mail\nAna,ana@x.example\n").columns())
        .as("a line above the titles")
        .containsExactly("Name");
  }

  @Test
  void whatIsNoListIsRefusedWithAReason() throws IOException {
    assertThat(refused("")).isEqualTo("list.empty");
    assertThat(refused("\n\n  \n")).isEqualTo("list.empty");
    assertThat(refused("name,desk\nAna,1\n")).isEqualTo("list.noAddresses");
    assertThat(refused("PK\u0003\u0004 and so on")).isEqualTo("list.workbook");
    assertThat(refused("a\u0000b@x.example")).isEqualTo("list.noText");
    assertThat(
            refusal(new byte[] {(byte) 0xFF, (byte) 0xFE, 0, (byte) 0xD8}, Optional.empty()).code())
        .isEqualTo("list.noText");
    var columns = IntStream.range(0, 31).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    assertThat(refused("mail," + columns)).isEqualTo("list.tooManyColumns");
    assertThat(refused("a@x.example" + ",".repeat(10_000))).isEqualTo("list.tooManyColumns");
    assertThat(refused("a@x.example" + ",".repeat(1_000_000))).isEqualTo("list.tooManyColumns");
    assertThat(refused("x".repeat(1_000_000) + "@x.example")).isEqualTo("list.unreadable");
    assertThat(refused("mail,a\nana@x.example,b,c,d\n")).isEqualTo("list.nobody");
  }

  @Test
  void fiftyThousandAreTakenAndNotOneMore() throws IOException {
    var table = new StringBuilder("mail\n");
    IntStream.range(0, ListReading.MOST_PEOPLE)
        .forEach(i -> table.append('p').append(i).append("@x.example\n"));

    assertThat(read(table.toString()).people()).isEqualTo(50_000);
    assertThat(rows).hasSize(50_000);
    assertThat(refused(table + "one.more@x.example\n")).isEqualTo("list.tooMany");
  }

  // ------------------------------------------------------------------------------------------

  private ListReport read(String table) throws IOException {
    return read(bytes(table));
  }

  private ListReport read(byte[] table) throws IOException {
    return read(table, Optional.empty());
  }

  private ListReport read(byte[] table, Optional<String> column) throws IOException {
    var file = Files.write(directory.resolve("list.csv"), table);
    return ListReader.of(
            () -> Files.newInputStream(file), new ListChoices(column, Optional.empty()))
        .read(rows::addAll, unread::addAll);
  }

  private String refused(String table) {
    return refusal(bytes(table), Optional.empty()).code();
  }

  private Phrase refusal(byte[] table, Optional<String> column) {
    var thrown = catchThrowableOfType(NoList.class, () -> read(table, column));
    return thrown.why();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    var both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
