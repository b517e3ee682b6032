package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addresses that pass from one person to another. */
@OnEngines(postgres = "long")
class PassedOnTest extends AnsweringContract {
  private static final String GRACE = "grace.obi@partner.example";
  private static final String TOMAS = "tomas.silva@partner.example";

  private String grace = "";
  private String tomas = "";
  private final List<List<String>> exchanged = new ArrayList<>();

  @BeforeEach
  void whoTheyAre() {
    grace = id(GRACE);
    tomas = id(TOMAS);
  }

  @AfterEach
  void asBefore() {
    portal.simulator().faults().set();
    List.copyOf(exchanged).forEach(two -> exchange(two.getFirst(), two.getLast()));
  }

  private void exchange() {
    exchange(GRACE, TOMAS);
  }

  private void exchange(String one, String other) {
    portal.simulator().directory().exchange(one, other);
    var two = List.of(one, other);
    if (!exchanged.remove(two)) {
      exchanged.add(two);
    }
  }

  private String id(String address) {
    var directory = portal.simulator().directory();
    return directory.id(directory.principalByEmail(address).orElseThrow());
  }

  private static Map<String, Object> addresses(String... emails) {
    return Map.of("kind", "list", "emails", List.of(emails));
  }

  private Map<String, Object> form(String markdown, Object... entries) {
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", markdown);
    form.put("audience", List.of(entries));
    form.put("outside", true);
    return form;
  }

  private JsonNode sent(Map<String, Object> form) {
    var draft = ana.post("jobs/edit", form);
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return finished(id);
  }

  /** How many of them each of the two got. */
  private List<Long> got(String words) {
    return got(words, grace, tomas);
  }

  private List<Long> got(String words, String... people) {
    return Stream.of(people)
        .map(who ->
            portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
                .filter(one -> one.recipient().equals(who))
                .count())
        .toList();
  }

  private int people(Map<String, Object> form) {
    form.put("anew", true);
    var preview = ana.post("jobs/preview", form).json();
    form.remove("anew");
    return preview.at("/audience/people").asInt();
  }

  @Test
  void whoeverHasItByThenGetsIt() {
    sent(form("Before it passed on", addresses(GRACE, TOMAS)));
    assertThat(got("Before it passed on")).containsExactly(1L, 1L);
    sent(form("The same ones", addresses(GRACE)));
    assertThat(got("The same ones")).containsExactly(1L, 0L);

    exchange();
    sent(form("To one of them", addresses(GRACE)));
    assertThat(got("To one of them")).as("to whom it is now").containsExactly(0L, 1L);
    sent(form("To both of them", addresses(GRACE, TOMAS)));
    assertThat(got("To both of them")).containsExactly(1L, 1L);
    exchange();
    var lines = "Email,Seat\n%s,A1\n%s,B7\n".formatted(GRACE, TOMAS);
    var list = ana.bringList("?name=seats.csv", lines.getBytes(StandardCharsets.UTF_8)).json();
    var listed = Map.of("kind", "list", "listId", list.at("/list/id").asText());
    sent(form("Passed on, seat {{Seat}}", listed));
    assertThat(got("seat A1")).containsExactly(1L, 0L);
    assertThat(got("seat B7")).containsExactly(0L, 1L);
  }

  @Test
  void itIsPostedToTheAddressThoughNobodySaysWhoseItIs() {
    sent(form("In the beginning", addresses(GRACE)));
    exchange();
    var silent = FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(grace);
    var lost = FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).to(GRACE).onCalls(1L);
    portal.simulator().faults().set(silent, lost);

    var job = sent(form("In doubt afterwards", addresses(GRACE)));

    assertThat(got("In doubt afterwards")).containsExactly(0L, 1L);
    assertThat(counts(job).path("sent").asInt()).isOne();
    var who = ana.get("jobs/recipients/" + job.path("id").asText()).json().at("/items/0");
    assertThat(who.path("id").asText()).isEqualTo(tomas);
  }

  @Test
  void whoeverIsChosenByIdTooIsOneAsLongAsWebexShowsThemWithIt() {
    sent(form("So that she is known", addresses(GRACE)));
    var both = form("By both", entry("person", grace), addresses(GRACE));
    assertThat(people(both)).isOne();
    assertThat(counts(sent(both)).path("total").asInt()).isOne();
    assertThat(got("By both")).containsExactly(1L, 0L);

    exchange();
    var each = form("By each", entry("person", grace), addresses(GRACE));
    assertThat(counts(sent(each)).path("total").asInt()).isEqualTo(2);
    assertThat(got("By each")).containsExactly(1L, 1L);
    var job = sent(form("Then by both", entry("person", tomas), addresses(GRACE)));
    assertThat(counts(job).path("total").asInt()).as("%s", job).isOne();
    assertThat(got("Then by both")).containsExactly(0L, 1L);
  }

  @Test
  void whoeverHasItNowIsLeftOutByIt() {
    sent(form("So that both are known", addresses(GRACE, TOMAS)));
    exchange();
    var form =
        form("All but one", entry("person", grace), entry("person", tomas), addresses(TOMAS));
    form.put("except", List.of(addresses(GRACE)));

    assertThat(counts(sent(form)).path("total").asInt()).isOne();
    assertThat(got("All but one")).containsExactly(1L, 0L);
  }

  @Test
  void whoDidNotGetItIsWhoeverHasItByThen() {
    sent(form("Known by now", addresses(GRACE)));
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(404)).to(GRACE));
    var before = sent(form("Refused at first", addresses(GRACE, TestPortal.ADMIN)));
    assertThat(counts(before).path("failed").asInt()).as("%s", before).isOne();
    portal.simulator().faults().set();
    exchange();

    var id = before.path("id").asText();
    var again = ana.post("jobs/duplicate", Map.of("jobId", id, "who", "notReached")).json();
    var copy = again.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", copy)).status()).isEqualTo(200);
    finished(copy);
    assertThat(got("Refused at first")).containsExactly(0L, 1L);
  }

  /** Both wrongs are possible then, and the other one would be noticed by everybody each time. */
  @Test
  void whoeverIsChosenByIdTooGetsItOnceWhileWebexIsSilent() {
    sent(form("Known before the silence", addresses(GRACE, TOMAS)));
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(grace, tomas));

    var byId = form("By an id in silence", entry("person", grace), addresses(GRACE, TOMAS));
    assertThat(counts(sent(byId)).path("total").asInt()).isEqualTo(2);
    assertThat(got("By an id in silence")).containsExactly(1L, 1L);

    var group =
        ana.post("user/groups/create", Map.of("name", "Partners")).json().path("id").asText();
    var members = Map.of("groupId", group, "members", List.of(Map.of("id", grace)));
    assertThat(ana.post("user/groups/add", members).status()).isEqualTo(200);
    exchange();
    var inGroup = form("In a group in silence", entry("group", group), addresses(GRACE));
    assertThat(counts(sent(inGroup)).path("total").asInt()).isOne();
    assertThat(got("In a group in silence")).as("as it was known").containsExactly(1L, 0L);
    assertThat(portal.simulator().faultsFired()).isNotEmpty();

    portal.simulator().faults().set();
    sent(form("In a group when it answers", entry("group", group), addresses(GRACE)));
    assertThat(got("In a group when it answers")).containsExactly(1L, 1L);
  }

  @Test
  void oneIdThatWebexCannotReadHidesNobody() {
    var others = strangers(83);
    sent(form("Known before the refusal", addresses(GRACE)));
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(400)).to(stranger(0)));

    var form = form("With one that cannot be read", entry("person", grace), addresses(GRACE));
    form.put("except", List.of(Map.of("kind", "list", "emails", others)));
    assertThat(counts(sent(form)).path("total").asInt()).isOne();
    assertThat(got("With one that cannot be read")).containsExactly(1L, 0L);
    exchange();
    form.put("markdown", "With whoever has it now");
    assertThat(counts(sent(form)).path("total").asInt()).isEqualTo(2);
    assertThat(got("With whoever has it now")).containsExactly(1L, 1L);
  }

  @Test
  void afterTheFirstSilenceNobodyElseIsAskedAbout() {
    var others = strangers(650);
    var silent = FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503));
    var ids =
        IntStream.range(0, others.size()).mapToObj(PassedOnTest::stranger).toArray(String[]::new);
    portal.simulator().faults().set(silent.to(ids));
    portal.simulator().faults().resetCounts();

    var form = form("All but strangers", entry("person", grace));
    form.put("except", List.of(Map.of("kind", "list", "emails", others)));
    assertThat(counts(sent(form)).path("sent").asInt()).isOne();

    assertThat(portal.simulator().faultsFired().values())
        .as("once by the review, and once by the run")
        .allMatch(times -> times <= 2)
        .isNotEmpty();
  }

  /** So many who were written to at their addresses, as if nobody had been found there lately. */
  private List<String> strangers(int many) {
    var emails =
        IntStream.range(0, many).mapToObj("stranger%d@partner.example"::formatted).toList();
    Jdbi.create(portal.databaseAddress())
        .useTransaction(it -> {
          for (var email : emails) {
            var id = stranger(emails.indexOf(email));
            it.execute("DELETE FROM person WHERE id = ?", id);
            it.execute("DELETE FROM address WHERE email IN (?, ?)", email, "mailto:" + email);
            it.execute(
                "INSERT INTO person (id, name, name_key, email) VALUES (?, ?, ?, ?)",
                id,
                email,
                email,
                email);
            it.execute(
                "INSERT INTO address (email, person, asked) VALUES (?, ?, 1)",
                "mailto:" + email,
                id);
            it.execute(
                "INSERT INTO address (email, person, asked) VALUES (?, '', ?)",
                email,
                System.currentTimeMillis());
          }
        });
    return emails;
  }

  private static String stranger(int number) {
    return "stranger-" + number;
  }

  @Test
  void colleaguesWhoExchangedAddressesGetEachTheirOwn() {
    var directory = portal.simulator().directory();
    var one = directory.personEmail(31);
    var other = directory.personEmail(32);
    for (var older : List.of(one, other)) {
      for (var first : List.of(one, other)) {
        for (var typed : List.of(false, true)) {
          sent(form("Found before", addresses(one, other)));
          exchange(one, other);
          askedTwoHoursAgo(older);
          var words = "Not %s, %s first, typed %s".formatted(older, first, typed);
          var second = first.equals(one) ? other : one;
          var form =
              typed
                  ? form(words + ", seat {{Seat|any}}", listed(first), addresses(second))
                  : form(words + ", seat {{Seat|any}}", listed(first, second));

          sent(form);

          var people = new String[] {directory.personId(31), directory.personId(32)};
          assertThat(got(words, people)).as(words).containsExactly(1L, 1L);
          var seat = got(words + ", seat of " + one, people);
          assertThat(seat).as(words).containsExactly(0L, typed && first.equals(other) ? 0L : 1L);
          exchange(one, other);
          askedTwoHoursAgo(one, other);
        }
      }
    }
  }

  private Map<String, Object> listed(String... emails) {
    var lines = new StringBuilder("Email,Seat\n");
    List.of(emails).forEach(email -> lines.append("%s,of %s\n".formatted(email, email)));
    var list = ana.bringList("?name=seats.csv", lines.toString().getBytes(StandardCharsets.UTF_8));
    return Map.of("kind", "list", "listId", list.json().at("/list/id").asText());
  }

  private void askedTwoHoursAgo(String... emails) {
    Jdbi.create(portal.databaseAddress())
        .useHandle(it ->
            it.createUpdate("UPDATE address SET asked = asked - 7200000 WHERE email IN (<emails>)")
                .bindList("emails", List.of(emails))
                .execute());
  }

  @Test
  void whoeverHasAColleaguesAddressNowIsLeftOutByIt() {
    var directory = portal.simulator().directory();
    var one = directory.personEmail(33);
    var other = directory.personEmail(34);
    sent(form("Found before that", addresses(one, other)));
    exchange(one, other);
    askedTwoHoursAgo(other);
    var form = form("All but whoever has it", addresses(other));
    form.put("except", List.of(addresses(one)));

    sent(form);

    assertThat(got("All but whoever has it", directory.personId(33), directory.personId(34)))
        .containsExactly(1L, 0L);
  }

  @Test
  void aSecondAddressIsNoSecondMessageEvenInSilence() {
    var too = "noor@partner.example";
    var noor = "noor.haddad@partner.example";
    sent(form("To both at first", addresses(noor, too)));
    for (var silent : List.of(false, true)) {
      var words = "To both again " + silent;
      if (silent) {
        portal
            .simulator()
            .faults()
            .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(id(noor)));
      }
      assertThat(counts(sent(form(words, addresses(noor, too)))).path("total").asInt())
          .as(words)
          .isOne();
      assertThat(got(words, id(noor))).containsExactly(1L);
    }
  }

  /** They are written to by the address, and the review was of whom it was known to mean. */
  @Test
  void whomTheReviewSaidToBeLeftOutStopsNothing() {
    sent(form("Known by the address alone", addresses(GRACE)));
    named(GRACE, GRACE, null);

    var job = sent(form("To whoever is called {{firstName}}", addresses(GRACE, TestPortal.ADMIN)));

    assertThat(counts(job).path("sent").asInt()).as("%s", job).isOne();
    assertThat(counts(job).path("skipped").asInt()).isOne();
  }

  @Test
  void whoeverIsKnownByNameIsCalledByItInSilence() {
    var noor = "noor.haddad@partner.example";
    sent(form("Before it was silent", addresses(noor)));
    named(noor, "Noor Haddad", "Noor");
    askedTwoHoursAgo("mailto:" + noor);
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, Fault.before(503)).to(id(noor)));
    var form = form("Hello {{firstName}}, or {{name}}", addresses(noor));

    var job = sent(form);

    assertThat(got("Hello Noor, or Noor Haddad", id(noor))).containsExactly(1L);
    var who = ana.get("jobs/recipients/" + job.path("id").asText()).json().at("/items/0");
    assertThat(who.path("displayName").asText()).as("posted to the address").isEqualTo(noor);
    named(noor, noor, null);
    form.put("markdown", "Nobody is called {{firstName}}");
    form.put("audience", List.of(addresses(noor, TestPortal.ADMIN)));
    assertThat(counts(sent(form)).path("sent").asInt()).isOne();
  }

  /** As if they had been read in a group; with an address, as if nothing had been. */
  private void named(String email, String name, @Nullable String first) {
    Jdbi.create(portal.databaseAddress())
        .useHandle(it ->
            it.execute(
                "UPDATE person SET name = ?, name_key = ?, first_name = ?, last_name = ? WHERE id = ?",
                name,
                name,
                first,
                first,
                id(email)));
  }

  /** Her address has passed on, and she has another one, of which nothing was known. */
  @Test
  void whoeverWasRenamedAndTheNextHolderGetEachTheirOwn() {
    var aino = "aino.virta@partner.example";
    var emeka = "emeka.eze@partner.example";
    var whose = new String[] {id(aino), id(emeka)};
    sent(form("Under her first address", addresses(aino)));
    exchange(aino, emeka);
    sent(form("Under her second address", addresses(emeka)));
    assertThat(got("Under her second address", whose)).containsExactly(1L, 0L);

    sent(form("To each of these", addresses(aino, emeka)));

    assertThat(got("To each of these", whose)).containsExactly(1L, 1L);
  }

  /** What she had for a while is not taken for a second address of hers. */
  @Test
  void whoeverGetsTheirAddressBackGetsWhatIsSentThere() {
    var lia = "lia.moreau@partner.example";
    var olu = "olu.ade@partner.example";
    var whose = new String[] {id(lia), id(olu)};
    sent(form("At first to both", addresses(lia, olu)));
    exchange(lia, olu);
    sent(form("Meanwhile to both", addresses(lia, olu)));
    assertThat(got("Meanwhile to both", whose)).containsExactly(1L, 1L);
    sent(form("Meanwhile by id", entry("person", whose[0]), addresses(lia)));
    assertThat(got("Meanwhile by id", whose)).containsExactly(1L, 1L);
    exchange(lia, olu);
    sent(form("By id as well", entry("person", whose[0]), addresses(lia)));

    sent(form("To both again as at first", addresses(lia, olu)));

    assertThat(got("To both again as at first", whose)).containsExactly(1L, 1L);
  }
}
