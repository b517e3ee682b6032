package belfry.web.people;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import belfry.testing.Client;
import belfry.testing.TestPortal;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as people have them: whoever is in them is on the list, or in a line that is named. */
class ListInputsTest {
  private static final Charset WINDOWS = Charset.forName("windows-1252");

  private static TestPortal portal;
  private static Client ana;

  @BeforeAll
  static void open() {
    portal = TestPortal.start();
    ana = portal.signedIn("news", TestPortal.ADMIN);
  }

  @AfterAll
  static void shut() {
    portal.close();
  }

  static Stream<Arguments> inputs() {
    return Stream.of(
        arguments(
            "a quotation mark in the middle of a cell",
            "mail,screen\nana@x.example,27\" wide\nbo@x.example,\"24\"\" wide\"\n",
            "ana@x.example{screen=27\" wide} bo@x.example{screen=24\" wide}"),
        arguments(
            "a line break in a quoted cell",
            "mail,note\nana@x.example,\"two\nlines\"\nbo@x.example,one\n",
            "ana@x.example{note=two\nlines} bo@x.example{note=one}"),
        arguments(
            "an address in a line break of another's cell",
            "mail,note\nana@x.example,\"Ana\nbo@x.example,Bo\ncy@x.example,Cy\"\ndi@x.example,Di\n",
            "di@x.example{note=Di} 2:list.addressInQuotes"),
        arguments(
            "two marks that do not belong together",
            "mail,name\nana@x.example,\"Ana\nbo@x.example,Bo\ncy@x.example,\"Cy\ndi@x.example,Di\n",
            "bo@x.example{name=Bo} di@x.example{name=Di} 2:list.unclosedQuote"
                + " 4:list.unclosedQuote"),
        arguments(
            "two marks that close each other by chance, around two people",
            "name,mail\n\"Ana,ana@x.example\nBo\",bo@x.example\nCy,cy@x.example\n",
            "cy@x.example{name=Cy} 2:list.addressInQuotes"),
        arguments(
            "somebody in a note whose quotation mark closes nothing",
            """
            mail;note
            ana@x.example;"Ask
            bo@x.example
            who says "ok" to it"
            cy@x.example;
            di@x.example
            """,
            "cy@x.example{} di@x.example{} 2:list.unclosedQuote 3:list.inQuotes"
                + " 4:list.noAddress"),
        arguments(
            "titles that a stray mark runs together",
            "\"mail;\"manager\";desk\nana@x.example;boss@x.example;4\n",
            "file list.unclosedQuote"),
        arguments(
            "a mark in the last line",
            "mail,name\nana@x.example,Ana\nbo@x.example,\"",
            "ana@x.example{name=Ana} 3:list.unclosedQuote"),
        arguments(
            "a mark in the titles", "\"mail,name\nana@x.example,Ana\n", "file list.unclosedQuote"),
        arguments(
            "returns alone, and no end of the last line",
            "mail,name\rana@x.example,Ana\r\rbo@x.example,Bo",
            "ana@x.example{name=Ana} bo@x.example{name=Bo}"),
        arguments(
            "one column with blank lines",
            "\r\n\r\nana@x.example\r\n  \r\nbo@x.example\r\n\u00A0\r\n",
            "ana@x.example{} bo@x.example{}"),
        arguments(
            "ragged lines",
            "name,mail,desk\nAna,ana@x.example\nBo,bo@x.example,1,,\nCy\nDi,di@x.example,2,3\n",
            "ana@x.example{name=Ana} bo@x.example{desk=1, name=Bo} 4:list.addressMissing"
                + " 5:list.tooManyCells"),
        arguments(
            "a German spreadsheet, with decimal commas",
            "Name;E-Mail-Adresse;Betrag\nMüller, Jörg;joerg@x.example;12,50\n",
            "joerg@x.example{Betrag=12,50, Name=Müller, Jörg}"),
        arguments(
            "a French one, with its separator in the first line",
            "\uFEFFsep=;\r\nNom;Adresse électronique;Montant\r\nZoé;zoe@x.example;1\u202F250,5\r\n",
            "zoe@x.example{Montant=1\u202F250,5, Nom=Zoé}"),
        arguments(
            "a tab that is named in the first line",
            "sep=\t\r\nmail\tname\r\nana@x.example\tReyes, Ana\r\n",
            "ana@x.example{name=Reyes, Ana}"),
        arguments(
            "a Spanish one with tabs, and two columns of addresses",
            "Nombre\tCorreo electrónico\tCorreo del jefe\nIñaki\tinaki@x.example\tana@x.example\n",
            "inaki@x.example{Correo del jefe=ana@x.example, Nombre=Iñaki} Correo del jefe:1"),
        arguments(
            "a Japanese one, with wide letters",
            "名前,メールアドレス,上司のメール\n山田,ｙａｍａｄａ＠x.example,boss@x.example\n",
            "yamada@x.example{上司のメール=boss@x.example, 名前=山田} 上司のメール:1"),
        arguments(
            "an Arabic one, with marks of direction",
            "الاسم,البريد الإلكتروني\n\u200Fآنا,\u202Aana@x.example\u202C\n",
            "ana@x.example{الاسم=آنا}"),
        arguments(
            "the name of a report above, and a sum below",
            "Staff 2026;;\n;;\nMail;Name;Sum\nana@x.example;Ana;1\nTotal;;1\n",
            "ana@x.example{Name=Ana, Sum=1} 1:list.noAddress 5:list.noAddress"),
        arguments(
            "the same titles again",
            "mail,name\nana@x.example,Ana\n\uFEFFmail,name\nbo@x.example,Bo\n",
            "ana@x.example{name=Ana} bo@x.example{name=Bo} 3:list.titlesAgain"),
        arguments(
            "another table half way",
            "mail,manager\nana@x.example,bo@x.example\nmanager,mail\nbo@x.example,cy@x.example\n",
            "file list.anotherTable"),
        arguments(
            "no titles, and an address that is none in the first line",
            "ana@@x.example,Ana\nbo@x.example,Bo\n",
            "bo@x.example{Column 2=Bo} 1:list.noAddress"),
        arguments(
            "an address among the titles",
            "mail,hr@x.example\nana@x.example,Ana\n",
            "ana@x.example{hr@x.example=Ana} 1:list.addressInTitles"),
        arguments(
            "names as a mail program has them",
            "\"Lind, Bo\" <bo@x.example>; Ana Reyes <ana@x.example>; 'cy@x.example';\n",
            "bo@x.example{} ana@x.example{} cy@x.example{}"),
        arguments(
            "addresses with blanks in between, one of them broken",
            "ana@x.example bo@x.example\ncy@x.example di@@x.example\n",
            "ana@x.example{} bo@x.example{} cy@x.example{} 2:list.noAddress"),
        arguments(
            "several in one line, and words that may be somebody",
            "ana@x.example; cy.moon; Bo Lind <bo@x.example>; di.park @ x.example\n",
            "ana@x.example{} bo@x.example{} 1:list.notAddresses"),
        arguments(
            "one line with somebody in brackets behind an address",
            "kenji@x.example; ana@x.example (maija.salo at x.example); lars@x.example\n",
            "kenji@x.example{} ana@x.example{} lars@x.example{} 1:list.noAddress"),
        arguments(
            "the same before one, hidden from machines, and words that join two",
            """
            el@x.example; Ana (for bo.lind(at)x.example) <ana@x.example>; \
            cy@x.example und di@x.example; flo@x.example
            """,
            "el@x.example{} ana@x.example{} cy@x.example{} di@x.example{} flo@x.example{}"
                + " 1:list.noAddress"),
        arguments(
            "names with commas, as a mail program has them",
            "Reyes, Ana <ana@x.example>; Lind, Bo (Sales) <bo@x.example>; <cy@x.example> (Cy)\n",
            "ana@x.example{} bo@x.example{} cy@x.example{}"),
        arguments(
            "somebody beside an address in its own cell",
            """
            mail,name
            Ana <ana@x.example>; bo.lind,Ana
            Cy <cy@x.example>,Cy
            "di.park
            El <el@x.example>",El
            """,
            "cy@x.example{name=Cy} 2:list.noAddress 4:list.addressInQuotes"),
        arguments(
            "links and comments",
            """
            mailto:ana@x.example?subject=Hi
            bo@x.example (Bo Lind)
            [Cy](mailto:cy@x.example)
            <di@x.example>.
            mailto:el@x.example?cc=flo@x.example
            """,
            "ana@x.example{} bo@x.example{} cy@x.example{} di@x.example{} 5:list.severalAddresses"),
        arguments(
            "what is left of brackets and links",
            "mail;desk\n(ana@x.example);1\n[bo@x.example;2\ncy@x.example/;3\n{di@x.example}>.;4\n",
            "ana@x.example{desk=1} bo@x.example{desk=2} cy@x.example{desk=3} di@x.example{desk=4}"),
        arguments(
            "an address that ends or begins like the one beside it",
            """
            mail
            maria.lopez@x.example <lopez@x.example>
            ana@x.example.mx <ana@x.example>
            [cy.bo@x.example](mailto:bo@x.example)
            di@x.example <di@x.example>
            """,
            "di@x.example{} 2:list.severalAddresses 3:list.severalAddresses"
                + " 4:list.severalAddresses"),
        arguments(
            "two people in one cell",
            "mail,name\nana@x.example; bo@x.example,Both\ncy@x.example,Cy\n",
            "cy@x.example{name=Cy} 2:list.severalAddresses"),
        arguments(
            "two lines that became one",
            "ana@x.example,Ana\nbo@x.example,Bo,cy@x.example,Cy\ndi@x.example,Di\n",
            "ana@x.example{Column 2=Ana} di@x.example{Column 2=Di} 2:list.severalAddresses"),
        arguments(
            "a cell too few, with the addresses of others",
            "name,mail,manager\nAna,ana@x.example,boss@x.example\nbo@x.example,boss@x.example\n",
            "ana@x.example{manager=boss@x.example, name=Ana} manager:1 3:list.tooFewCells"),
        arguments(
            "no address of one's own, but a manager's",
            "mail,manager\nana@x.example,boss@x.example\n,boss@x.example\n",
            "ana@x.example{manager=boss@x.example} manager:1 3:list.addressElsewhere"),
        arguments(
            "comments with addresses, and one that a separator begins",
            "# ana@x.example\nbo@x.example\n// cy@x.example\n; di@x.example\n",
            "bo@x.example{} 1:list.noAddress 3:list.noAddress 4:list.addressElsewhere"),
        arguments(
            "addresses with blanks around their sign, or hidden from machines",
            """
            mail,name
            ana @ x.example,Ana
            bo@ x.example,Bo
            cy(at)x.example,"Cy
            di [at] x.example,Di
            el @x.example,El"
            flo@x.example,Flo
            """,
            "flo@x.example{name=Flo} 2:list.noAddress 3:list.noAddress 4:list.addressInQuotes"),
        arguments(
            "the same beside an address in a table without titles",
            "ana@x.example,bo @ x.example\ncy@x.example,di (at) x.example\nel@x.example,El\n",
            "el@x.example{Column 2=El} 1:list.severalAddresses 2:list.severalAddresses"),
        arguments(
            "the same among the titles",
            "mail,bo (at) x.example\nana@x.example,Ana\n",
            "ana@x.example{bo (at) x.example=Ana} 1:list.addressInTitles"),
        arguments(
            "somebody in the first line whose address is said",
            "ana.reyes at x;Oslo\nbo@x.example;Lund\n",
            "bo@x.example{Oslo=Lund} 1:list.noAddress"),
        arguments(
            "the same, dots and all",
            "ana at x dot example\nbo@x.example\n",
            "bo@x.example{} 1:list.noAddress"),
        arguments(
            "somebody in the first line whose address begins like a title",
            "mail.ana(at)x\nbo@x.example\n",
            "bo@x.example{} 1:list.noAddress"),
        arguments(
            "somebody in the first line who is told by Webex",
            "ana.reyes;Webex\nbo@x.example;Mail\n",
            "bo@x.example{Webex=Mail} 1:list.noAddress"),
        arguments(
            "somebody in the first line, with more than an address",
            "Salo, Maija;maija.salo -at- x;1\nBo;bo@x.example;2\nCy;cy@x.example;3\n",
            "bo@x.example{1=2, Salo, Maija=Bo} cy@x.example{1=3, Salo, Maija=Cy} 1:list.noAddress"),
        arguments(
            "somebody in the first line who has a title in the middle",
            "maija.salo.mail.example\nbo@x.example\n",
            "bo@x.example{} 1:list.noAddress"),
        arguments(
            "a long address in the first line, hidden from machines",
            """
            anastasia.reyes-lindqvist-of-the-north(at)a-long-name-of-a-place.x.example;Oslo
            bo@x.example;Lund
            """,
            "bo@x.example{Oslo=Lund} 1:list.noAddress"),
        arguments(
            "titles that say where somebody is",
            "main.contact.email;Sits at St. Paul;user.name\nana@x.example;no;ana\n",
            "ana@x.example{Sits at St. Paul=no, user.name=ana}"),
        arguments(
            "titles as other programs write them",
            "Work.Email.Address;Tel.Nr\nana@x.example;12\n",
            "ana@x.example{Tel.Nr=12}"),
        arguments(
            "a title with a date and what was shortened",
            "Kontakt z.B. am 28.11.2026 (U.S.)\nana@x.example\n",
            "ana@x.example{} 1:list.takenForTitles"),
        arguments(
            "what may be somebody in the first line, where there is one column",
            "Maija Salo\nana@x.example\nbo@x.example\n",
            "ana@x.example{} bo@x.example{} 1:list.takenForTitles"),
        arguments(
            "somebody in the first line with half an address, or none, in brackets",
            "Maija </O=X/OU=EXCHANGE/CN=MAIJA>\nana@x.example\n",
            "ana@x.example{} 1:list.noAddress"),
        arguments(
            "somebody below titles of which none is usual, who is told by mail",
            "Name;Kontakt\nMaija;Mail\nAna;ana@x.example\n",
            "ana@x.example{Maija=Ana} 1:list.noAddress 2:list.takenForTitles"),
        arguments(
            "a report's name above the titles",
            "Report\nName;E-Mail\nAna;ana@x.example\n",
            "ana@x.example{Name=Ana} 1:list.addressMissing"),
        arguments(
            "marks above letters, and a comment before the sign",
            """
            mail,name
            ana@x.example,"Ana
            Jose\u0301@x.example,J
            bo@x.example,Bo"
            cy@x.example,"Cy
            di(work)@x.example,Di"
            el@x.example,El
            """,
            "el@x.example{name=El} 2:list.addressInQuotes 5:list.addressInQuotes"),
        arguments(
            "words with such signs that are no addresses",
            """
            "mail","desk","place","called"
            "ana@x.example","Desk 4 @ Oslo","Wien (AT) 1010","@ana"
            "bo@x.example","Lunch @ 12.30","Graz (AT), St. Peter","@bo.lind"
            """,
            "ana@x.example{called=@ana, desk=Desk 4 @ Oslo, place=Wien (AT) 1010}"
                + " bo@x.example{called=@bo.lind, desk=Lunch @ 12.30, place=Graz (AT), St. Peter}"),
        arguments("a vCard", "BEGIN:VCARD\nEMAIL:ana@x.example\nEND:VCARD\n", "file list.contacts"),
        arguments("LDIF", "dn: cn=ana\nmail: ana@x.example\n", "file list.contacts"),
        arguments("a zero byte", "mail\nana@x.example\nbo\0@x.example\n", "file list.noText"),
        arguments(
            "one person twice, in letters that look the same",
            "mail\nana@x.example\nANA@X.example\u200B\n",
            "ana@x.example{} 3:list.repeated"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("inputs")
  void isRightOrNamed(String what, String text, String expected) {
    assertThat(brought(text.getBytes(StandardCharsets.UTF_8), "")).as(what).isEqualTo(expected);
    if (text.indexOf('\0') < 0) {
      for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
        assertThat(brought(("\uFEFF" + text).getBytes(charset), "")).as(what).isEqualTo(expected);
      }
    }
  }

  @Test
  void theThreeOfTheReportAreRight() throws IOException {
    assertThat(brought(file("01-unclosed-quote.csv"), ""))
        .isEqualTo(
            "ana.reyes@corp.example{name=Ana} cy.moon@corp.example{name=Cy}"
                + " di.park@corp.example{name=Di} 3:list.unclosedQuote");
    assertThat(brought(file("02-invisible-characters.csv"), ""))
        .isEqualTo(
            "ana.reyes@corp.example{Desk=12} bo.lind@corp.example{Desk=14}"
                + " cy.moon@corp.example{Desk=16}");
  }

  @Test
  void whatIsPartlyInUtf8IsAskedAbout() throws IOException {
    var mixed = file("04-one-latin1-byte-among-utf8.csv");

    var asked = ana.bringList("?name=a.csv", mixed);
    assertThat(asked.status()).isEqualTo(400);
    var error = asked.json().path("errors").path(0);
    assertThat(error.path("field").asText()).isEqualTo("encoding");
    assertThat(error.path("message").asText())
        .startsWith(
            "The file is written in two ways. As UTF-8, line 2 says 'J\uFFFDrg' and line 3 'Zoë"
                + " 日本'; as Windows-1252, 'Jörg' and 'ZoÃ«");
    assertThat(brought(mixed, "&encoding=utf-8"))
        .isEqualTo("bo.lind@corp.example{name=Zoë 日本} 2:list.brokenCharacter");
    assertThat(brought(mixed, "&encoding=windows-1252"))
        .startsWith("ana.reyes@corp.example{name=Jörg} bo.lind@corp.example{name=ZoÃ«")
        .endsWith(" guessed");
    assertThat(brought(mixed, "&encoding=utf-7")).isEqualTo("encoding list.noEncoding");
    assertThat(brought("mail,name\nana@x.example,Jörg\n".getBytes(WINDOWS), ""))
        .isEqualTo("ana@x.example{name=Jörg} guessed");
    assertThat(brought("mail,name\nana@x.example,Jörg\n".getBytes(StandardCharsets.UTF_16LE), ""))
        .as("without a mark")
        .isEqualTo("ana@x.example{name=Jörg}");
  }

  @Test
  void aMarkThatClosesNothingIsToBlameForLinesThatMayBeOfItsNoteAndNoOthers() {
    var people =
        IntStream.range(0, 60).mapToObj("some.body.%02d@x.example,Bo\n"::formatted).toList();
    var text = "mail,name,note\nana@x.example,Ana,\"5\"\" pipe\n" + String.join("", people);

    var report = ana.bringList("?name=a.csv", text.getBytes(UTF_8)).json();

    assertThat(report.at("/list/people").asInt()).isEqualTo(10);
    assertThat(report.at("/first/0/email").asText()).isEqualTo("some.body.50@x.example");
    assertThat(report.at("/left/1/message").asText())
        .isEqualTo(
            "It has fewer cells than there are columns, so it may belong to a cell of line 2."
                + " Correct the quotation marks there.");
  }

  /** Whether its mark is closed anywhere is not known. */
  @Test
  void aCellWithoutAnEndInSightIsNamed() {
    var text = "mail,note\nana@x.example,\"%s\"\n".formatted("\n".repeat(200_000));

    var refused = ana.bringList("?name=a.csv", text.getBytes(UTF_8));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/message").asText())
        .isEqualTo(
            "No line of the file can be used. Line 2: note begins with a quotation mark in line 2"
                + " and has no end within 32,768 characters. Close or remove the mark, or shorten"
                + " the cell.");
    assertThat(brought((text + "bo@x.example,Bo\n").getBytes(UTF_8), ""))
        .startsWith("bo@x.example{note=Bo} 2:list.endlessCell");
  }

  @Test
  void eachOfOneLineThatIsNoAddressIsNamed() {
    var words =
        IntStream.range(0, 300).mapToObj("some.body.%03d"::formatted).collect(joining("; "));

    var left =
        ana.bringList(
                "?name=a.txt", "ana@x.example; %s; bo@x.example".formatted(words).getBytes(UTF_8))
            .json()
            .path("left")
            .path(0);

    assertThat(left.path("said").asText()).isEqualTo(words);
    assertThat(left.path("message").asText())
        .isEqualTo("300 entries of it are not e-mail addresses: " + words);
  }

  // ------------------------------------------------------------------------------------------

  private static byte[] file(String name) throws IOException {
    try (var in =
        Objects.requireNonNull(ListInputsTest.class.getResourceAsStream("/lists/" + name))) {
      return in.readAllBytes();
    }
  }

  /** What came of it, in one line: people with their values, lines, other columns; or the error. */
  private static String brought(byte[] bytes, String query) {
    var answer = ana.bringList("?name=a.csv" + query, bytes);
    var json = answer.json();
    if (answer.status() != 201) {
      var error = json.path("errors").path(0);
      return error.path("field").asText() + " " + error.path("code").asText();
    }
    var said = new ArrayList<String>();
    json.path("first").forEach(row -> said.add(row.path("email").asText() + values(row)));
    assertThat(json.path("list").path("people").asInt()).isEqualTo(said.size());
    json.path("elsewhere")
        .properties()
        .forEach(one -> said.add(one.getKey() + ":" + one.getValue()));
    json.path("left")
        .forEach(one -> said.add(one.path("line").asInt() + ":" + one.path("code").asText()));
    if (json.path("guessed").asBoolean()) {
      said.add("guessed");
    }
    return String.join(" ", said);
  }

  private static Map<String, String> values(JsonNode row) {
    var values = new TreeMap<String, String>();
    row.path("fields")
        .properties()
        .forEach(one -> values.put(one.getKey(), one.getValue().asText()));
    return values;
  }
}
