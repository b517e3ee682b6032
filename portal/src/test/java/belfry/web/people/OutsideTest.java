package belfry.web.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Operation;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.FaultRule;
import belfry.simulator.messages.Ledger;
import belfry.testing.Await;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import belfry.web.answers.AnsweringContract;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

/** People of other organizations, whom no look-up finds, written to by their addresses. */
@OnEngines(postgres = "long")
class OutsideTest extends AnsweringContract {
  private static final String GRACE = "grace.obi@partner.example";
  private static final String GRACE_TOO = "grace@partner.example";
  private static final String TOMAS = "tomas.silva@partner.example";
  private static final String AINO = "aino.virta@partner.example";
  private static final String NOOR = "noor.haddad@partner.example";
  private static final String EMEKA = "emeka.eze@partner.example";
  private static final String BOT = "Company News";
  private static final String OLU = "olu.ade@partner.example";
  private static final String IDA = "ida.holm@partner.example";
  private static final String LIA = "lia.moreau@partner.example";
  private static final String NOBODY = "nobody@partner.example";

  private static Map<String, Object> form(String markdown, boolean outside, String... emails) {
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", markdown);
    form.put("audience", List.of(Map.of("kind", "list", "emails", List.of(emails))));
    form.put("outside", outside);
    return form;
  }

  private String id(String address) {
    var directory = portal.simulator().directory();
    return directory.id(directory.principalByEmail(address).orElseThrow());
  }

  private JsonNode sent(Map<String, Object> form) {
    var draft = ana.post("jobs/edit", form);
    assertThat(draft.status()).as(draft.body()).isEqualTo(201);
    var id = draft.json().path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);
    return finished(id);
  }

  private JsonNode recipient(JsonNode job, String email) {
    var answer = ana.get("jobs/recipients/" + job.path("id").asText() + "?limit=200");
    var found =
        answer
            .json()
            .path("items")
            .valueStream()
            .filter(one -> one.path("email").asText().equals(email))
            .findFirst();
    assertThat(found).as("%s of %s: %s", email, job, answer).isPresent();
    return found.get();
  }

  private long messages(String words, String address) {
    return portal.simulator().ledger().entries(Ledger.Query.containing(words)).stream()
        .filter(one -> one.recipient().equals(id(address)))
        .count();
  }

  @Test
  void theyAreSkippedUnlessTheAuthorWantsThem() {
    var asked = ana.post("jobs/preview", form("Not them", false, TestPortal.ADMIN, GRACE)).json();
    assertThat(asked.at("/audience/people").asInt()).isEqualTo(1);
    assertThat(asked.at("/audience/noAccount/0").asText()).isEqualTo(GRACE);
    assertThat(asked.at("/audience/byAddress")).isEmpty();

    var job = sent(form("Not them", false, TestPortal.ADMIN, GRACE));

    assertThat(job.path("outside").asBoolean()).isFalse();
    assertThat(recipient(job, GRACE).path("state").asText()).isEqualTo("skipped");
    assertThat(recipient(job, GRACE).path("reason").asText())
        .isEqualTo("Webex finds nobody with this address in your organization.");
    assertThat(messages("Not them", GRACE)).isZero();
  }

  @Test
  void whoDidNotGetItIsWrittenToByTheirAddressOnceTheAuthorWantsThat() {
    var seats = "Email,Seat\n%s,A1\n%s,B7\n".formatted(TestPortal.ADMIN, TOMAS);
    var list = ana.bringList("?name=seats.csv", seats.getBytes(StandardCharsets.UTF_8)).json();
    var form = new LinkedHashMap<String, Object>();
    form.put("markdown", "Not yet for partners: {{Seat|at the door}}");
    form.put("audience", List.of(Map.of("kind", "list", "listId", list.at("/list/id").asText())));
    var before = sent(form).path("id").asText();
    var again = ana.post("jobs/duplicate", Map.of("jobId", before, "who", "notReached")).json();
    var id = again.path("id").asText();
    var wanted = Map.of("jobId", id, "revision", again.path("revision").asLong(), "outside", true);
    assertThat(ana.post("jobs/edit", wanted).status()).isEqualTo(200);

    var preview = ana.post("jobs/preview", Map.of("jobId", id)).json().path("audience");
    assertThat(preview.path("people").asInt()).isEqualTo(1);
    assertThat(preview.path("byAddress")).extracting(JsonNode::asText).containsExactly(TOMAS);
    assertThat(ana.post("jobs/check", Map.of("jobId", id)).json().path("ready").asInt()).isOne();
    var as = Map.of("jobId", id, "as", Map.of("email", TOMAS));
    assertThat(ana.post("jobs/test", as).status()).isEqualTo(200);
    Await.until(() -> messages("partners: B7", TestPortal.ADMIN) == 1);
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);

    assertThat(counts(finished(id)).path("sent").asInt()).isOne();
    assertThat(messages("partners: B7", TOMAS)).as("with what the list said of them").isOne();
    var copy = ana.post("jobs/duplicate", Map.of("jobId", id, "who", "reached")).json();
    assertThat(copy.path("outside").asBoolean()).as("as in the message itself").isTrue();
    var anew = ana.post("jobs/duplicate", Map.of("jobId", id)).json();
    assertThat(anew.path("outside").asBoolean(true)).as("of whom it was not said").isFalse();
  }

  @Test
  void whoTheMessageLeavesOutByNowIsNotAmongThoseWhoDidNotGetIt() {
    var group =
        ana.post("user/groups/create", Map.of("name", "Contractors")).json().path("id").asText();
    var form = form("Not for contractors", false, TestPortal.ADMIN, NOOR, TOMAS);
    form.put("except", List.of(entry("group", group)));
    var before = sent(form).path("id").asText();
    var members = List.of(Map.of("id", id(NOOR)));
    assertThat(ana.post("user/groups/add", Map.of("groupId", group, "members", members)).status())
        .isEqualTo(200);

    var again = ana.post("jobs/duplicate", Map.of("jobId", before, "who", "notReached")).json();
    var id = again.path("id").asText();
    var wanted = Map.of("jobId", id, "revision", again.path("revision").asLong(), "outside", true);
    assertThat(ana.post("jobs/edit", wanted).status()).isEqualTo(200);
    var preview = ana.post("jobs/preview", Map.of("jobId", id)).json().path("audience");
    assertThat(preview.path("people").asInt()).isOne();
    assertThat(ana.post("jobs/check", Map.of("jobId", id)).json().path("ready").asInt()).isOne();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);

    assertThat(counts(finished(id)).path("total").asInt()).isOne();
    assertThat(messages("Not for contractors", TOMAS)).isOne();
    assertThat(messages("Not for contractors", NOOR)).isZero();
  }

  @Test
  void eachHasAResultOfTheirOwn() {
    var form = form("For partners", true, TestPortal.ADMIN, TOMAS, NOBODY);
    var asked = ana.post("jobs/preview", form).json().path("audience");
    assertThat(asked.path("people").asInt()).isEqualTo(3);
    assertThat(asked.path("noAccount")).isEmpty();
    assertThat(asked.path("byAddress").valueStream().map(JsonNode::asText))
        .containsExactly(NOBODY, TOMAS);
    assertThat(ana.post("jobs/check", form).json().path("ready").asInt()).isEqualTo(3);

    var job = sent(form);

    assertThat(job.path("outside").asBoolean()).isTrue();
    assertThat(counts(job).path("sent").asInt()).isEqualTo(2);
    assertThat(messages("For partners", TOMAS)).isEqualTo(1);
    assertThat(recipient(job, TOMAS).path("state").asText()).isEqualTo("sent");
    assertThat(recipient(job, TOMAS).path("id").asText()).isEqualTo(id(TOMAS));
    var failed = recipient(job, NOBODY);
    assertThat(failed.path("state").asText()).isEqualTo("failed");
    assertThat(failed.path("reason").asText())
        .isEqualTo("Webex reaches nobody at this address: Failed to get one on one conversation");
    assertThat(failed.at("/said/code").asText()).isEqualTo("reason.notReached");
    var csv = ana.get("jobs/export/" + job.path("id").asText()).body();
    assertThat(csv).contains(TOMAS, "Webex reaches nobody at this address");

    var again =
        ana.post(
            "jobs/retryFailed",
            Map.of(
                "jobId",
                job.path("id").asText(),
                "recipients",
                List.of(failed.path("id").asText())));
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    assertThat(counts(finished(job.path("id").asText())).path("failed").asInt()).isEqualTo(1);
    assertThat(messages("For partners", TOMAS)).isEqualTo(1);

    portal.simulator().say(TOMAS, BOT, "Thank you from outside");
    assertThat(answered(job).path("text").asText()).isEqualTo("Thank you from outside");
    assertThat(answered(job).at("/from/email").asText()).isEqualTo(TOMAS);
  }

  /** By whatever they are chosen. Nobody else writes to him here. */
  @Test
  void whoeverIsLeftOutByTheirAddressIsNotSaidToBeNobody() {
    var omar = "emeka@partner.example";
    sent(form("To him, first", true, omar));
    var group = ana.post("user/groups/create", Map.of("name", "His group")).json().path("id");
    var members = List.of(Map.of("id", id(omar)));
    ana.post("user/groups/add", Map.of("groupId", group.asText(), "members", members));
    var ways =
        List.<Map<String, Object>>of(
            Map.of("kind", "list", "emails", List.of(omar)),
            Map.of("kind", "person", "id", id(omar)),
            Map.of("kind", "group", "id", group.asText()));
    for (var way : ways) {
      var form = form("All but him", true, TestPortal.ADMIN);
      var admin = Map.of("kind", "list", "emails", List.of(TestPortal.ADMIN));
      form.put("audience", List.of(admin, way));
      var out = List.of(omar, "typo@partner.example");
      form.put("except", List.of(Map.of("kind", "list", "emails", out)));

      assertThat(names(form, "nobodyExcluded")).as("%s", way).containsExactly(out.getLast());
      assertThat(sent(form).at("/run/notes").toString())
          .as("%s", way)
          .contains("to be left out: typo@partner.example.");
    }
    assertThat(messages("All but him", omar)).isZero();
    var nowhere = form("Not him", true, TestPortal.ADMIN);
    nowhere.put("except", List.of(ways.getFirst()));
    assertThat(names(nowhere, "nobodyExcluded")).as("whom nobody chose").containsExactly(omar);
  }

  private JsonNode answered(JsonNode job) {
    return ana.followUntil(
            "answers/list?jobId=" + job.path("id").asText(), page -> !page.path("items").isEmpty())
        .at("/items/0");
  }

  @Test
  void aLostAnswerIsLookedUpByTheAddressAndNothingIsSentTwice() {
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.before(502)).to(AINO).onCalls(1L),
            FaultRule.on(Operation.MESSAGES_CREATE, Fault.after(502)).to(AINO).onCalls(2L));
    var form = form("In doubt", true, AINO, TestPortal.ADMIN);
    form.put("acknowledge", Map.of("button", "Got it", "word", "Read"));

    var job = sent(form);

    assertThat(counts(job).path("sent").asInt())
        .as(ana.get("jobs/recipients/" + job.path("id").asText()).body())
        .isEqualTo(2);
    assertThat(messages("In doubt", AINO)).isEqualTo(1);
    assertThat(recipient(job, AINO).path("id").asText()).isEqualTo(id(AINO));

    portal.simulator().say(AINO, BOT, "read");
    ana.followUntil(
        "jobs/detail/" + job.path("id").asText(), now -> now.at("/run/acknowledged").asInt() == 1);
    var who = ana.get("jobs/recipients/" + job.path("id").asText() + "?acknowledged=true").json();
    assertThat(who.at("/items/0/email").asText()).isEqualTo(AINO);
    assertThat(doubleChecked(job).path("looked").asInt()).isEqualTo(2);
    assertThat(doubleChecked(job).path("doubled").asInt()).isZero();
  }

  private JsonNode doubleChecked(JsonNode job) {
    return ana.followUntil(
            "jobs/detail/" + job.path("id").asText(), now -> now.at("/run/doubleCheck").isObject())
        .at("/run/doubleCheck");
  }

  @Test
  void aSecondAddressOfTheSamePersonIsSaidAndKnownTheNextTime() {
    var job = sent(form("To both of her addresses", true, GRACE, GRACE_TOO));

    var twice =
        List.of(GRACE, GRACE_TOO).stream()
            .map(email -> recipient(job, email))
            .filter(one -> one.at("/said/code").asText().equals("reason.twoWays"))
            .toList();
    assertThat(twice).as("%s %s", recipient(job, GRACE), recipient(job, GRACE_TOO)).hasSize(1);
    assertThat(counts(job).path("sent").asInt()).isEqualTo(2);
    assertThat(messages("To both of her addresses", GRACE)).as("as it is said").isEqualTo(2);
    assertThat(doubleChecked(job).path("doubled").asInt()).as("said already").isZero();

    var next = form("Once more to both", true, GRACE, GRACE_TOO);
    assertThat(ana.post("jobs/preview", next).json().at("/audience/people").asInt()).isEqualTo(1);
    sent(next);
    assertThat(messages("Once more to both", GRACE)).isEqualTo(1);

    for (var email : List.of(GRACE, GRACE_TOO)) {
      var other = email.equals(GRACE) ? GRACE_TOO : GRACE;
      var without = form("She is left out by the other one", true, TestPortal.ADMIN, email);
      without.put("except", List.of(Map.of("kind", "list", "emails", List.of(other))));
      assertThat(counts(sent(without)).path("sent").asInt()).as(email).isEqualTo(1);
    }
    assertThat(messages("She is left out by the other one", GRACE)).isZero();
  }

  @Test
  void whoeverHasItByAddressDoesNotGetItUnderTheirIdToo() {
    var group =
        ana.post("user/groups/create", Map.of("name", "Partners")).json().path("id").asText();
    var members = List.of(Map.of("id", id(NOOR)));
    assertThat(ana.post("user/groups/add", Map.of("groupId", group, "members", members)).status())
        .isEqualTo(200);
    var list =
        ana.bringList(
            "?name=them.csv", "Mail\nnoor@partner.example\n".getBytes(StandardCharsets.UTF_8));
    var form = form("By whichever way", true, "noor@partner.example");
    form.put(
        "audience",
        List.of(
            Map.of("kind", "list", "listId", list.json().at("/list/id").asText()),
            entry("group", group)));
    form.put("firstWave", Map.of("people", 1));
    var draft = ana.post("jobs/edit", form).json();
    var id = draft.path("id").asText();
    assertThat(ana.post("jobs/runNow", Map.of("jobId", id)).status()).isEqualTo(200);

    var job =
        ana.followUntil(
            "jobs/detail/" + id,
            one -> List.of("paused", "finished").contains(one.path("state").asText()));

    assertThat(counts(job).path("sent").asInt()).isEqualTo(1);
    assertThat(counts(job).path("skipped").asInt())
        .as(ana.get("jobs/recipients/" + id).body())
        .isEqualTo(1);
    assertThat(messages("By whichever way", NOOR)).isEqualTo(1);
    var got = recipient(job, "noor@partner.example");
    assertThat(got.path("state").asText()).isEqualTo("sent");
    assertThat(got.path("id").asText()).isEqualTo(id(NOOR));
    assertThat(
            ana.get("jobs/recipients/" + id)
                .json()
                .path("items")
                .valueStream()
                .map(one -> one.at("/said/code").asText()))
        .contains("reason.byAddress");
    assertThat(job.path("state").asText()).isEqualTo("finished");
    assertThat(job.path("notReached").isMissingNode()).as(job.toString()).isTrue();
  }

  @Test
  void whoeverWasWrittenToByAddressCanBeCorrectedRecalledAndLeftOut() {
    var job = sent(form("Closed on Mnoday", true, EMEKA, TestPortal.ADMIN));
    var id = job.path("id").asText();

    var only = List.of(Map.of("kind", "list", "emails", List.of(EMEKA)));
    var corrected =
        ana.post(
            "jobs/correct",
            Map.of("jobId", id, "markdown", "Closed on Monday", "part", "all", "audience", only));
    assertThat(corrected.status()).as(corrected.body()).isEqualTo(200);
    assertThat(followUpOver(id).at("/counts/done").asInt()).isEqualTo(1);
    assertThat(messages("Closed on Monday", EMEKA)).isEqualTo(1);

    var recalled = ana.post("jobs/recall", Map.of("jobId", id, "part", "all", "audience", only));
    assertThat(recalled.status()).as(recalled.body()).isEqualTo(200);
    ana.followUntil(
        "jobs/detail/" + id,
        one ->
            one.at("/run/followUps/0/kind").asText().equals("recall")
                && one.at("/run/followUps/0/state").asText().equals("finished"));
    assertThat(recipient(job, EMEKA).path("followed").asText()).isEqualTo("recalled");

    var except = form("Not for him", true, EMEKA, TestPortal.ADMIN);
    except.put("except", only);
    assertThat(counts(sent(except)).path("total").asInt()).isEqualTo(1);
    assertThat(messages("Not for him", EMEKA)).isZero();
  }

  @Test
  void aNameThatNobodyKnowsIsADefaultOrLeavesThemOut() {
    var plain = form("Dear {{firstName}}", true, NOOR, TestPortal.ADMIN);
    plain.put("audience", List.of(Map.of("kind", "list", "emails", List.of("x1@partner.example"))));
    ana.post("jobs/preview", plain);
    var check = ana.post("jobs/check", plain).json();
    assertThat(check.path("ready").asInt()).isZero();
    assertThat(check.at("/groups/0/why").asText()).isEqualTo("noValue");

    plain.put("markdown", "Dear {{firstName|colleague}} at {{email}}");
    assertThat(ana.post("jobs/check", plain).json().path("ready").asInt()).isEqualTo(1);
  }

  /** The one was written to at an address of another organization, the other had no account. */
  @Test
  void whoeverGainsAnAccountLaterIsTheSamePersonAndGetsNothingTwice() {
    var before = sent(form("Before they joined", true, OLU, IDA, TestPortal.ADMIN));
    assertThat(counts(before).path("sent").asInt()).isEqualTo(2);
    var refused = recipient(before, IDA);
    assertThat(refused.at("/said/code").asText()).isEqualTo("reason.notReached");
    var asked = form("After they joined", true, OLU, IDA, TestPortal.ADMIN);
    assertThat(names(asked, "byAddress")).containsExactly(IDA, OLU);

    portal.simulator().directory().join(OLU);
    portal.simulator().directory().join(IDA);
    forgetThatNobodyWasFound();

    assertThat(names(asked, "byAddress")).isEmpty();
    asked.put("outside", false);
    assertThat(names(asked, "noAccount")).isEmpty();
    asked.put(
        "audience",
        List.of(
            Map.of("kind", "list", "emails", List.of(OLU, IDA)),
            entry("person", id(OLU)),
            entry("person", id(IDA))));
    asked.put("outside", true);
    assertThat(ana.post("jobs/preview", asked).json().at("/audience/people").asInt()).isEqualTo(2);
    assertThat(counts(sent(asked)).path("total").asInt()).isEqualTo(2);
    assertThat(messages("After they joined", OLU)).isEqualTo(1);
    assertThat(messages("After they joined", IDA)).isEqualTo(1);

    var job = before.path("id").asText();
    var again = Map.of("jobId", job, "recipients", List.of(refused.path("id").asText()));
    assertThat(ana.post("jobs/retryFailed", again).status()).isEqualTo(200);
    var whole = finished(job);
    assertThat(counts(whole).path("sent").asInt()).isEqualTo(3);
    assertThat(recipient(whole, IDA).path("id").asText()).isEqualTo(id(IDA));
    assertThat(messages("Before they joined", IDA)).isEqualTo(1);

    var reached =
        ana.post("jobs/duplicate", Map.of("jobId", job, "who", "reached")).json().path("id");
    assertThat(ana.post("jobs/runNow", Map.of("jobId", reached.asText())).status()).isEqualTo(200);
    assertThat(counts(finished(reached.asText())).path("sent").asInt()).isEqualTo(3);
    assertThat(messages("Before they joined", OLU)).isEqualTo(2);

    var them = List.of(entry("person", id(OLU)), entry("person", id(IDA)));
    var recalled = ana.post("jobs/recall", Map.of("jobId", job, "part", "all", "audience", them));
    assertThat(recalled.status()).as(recalled.body()).isEqualTo(200);
    assertThat(followUpOver(job).at("/counts/done").asInt()).isEqualTo(2);
  }

  private List<String> names(Map<String, Object> form, String list) {
    return ana.post("jobs/preview", form)
        .json()
        .path("audience")
        .path(list)
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  /** As after ten minutes. */
  private void forgetThatNobodyWasFound() {
    Jdbi.create(portal.databaseAddress())
        .useHandle(it -> it.execute("DELETE FROM address WHERE person = ''"));
  }

  @Test
  void anAddressIsNoIdThatCanBeChosen() {
    var answer =
        ana.post(
            "jobs/edit",
            Map.of("markdown", "Hello", "audience", List.of(entry("person", "mailto:" + GRACE))));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.errors().keySet()).containsExactly("audience[0].id");
  }

  @Test
  void anAddressForWhichWebexShowsSomebodyElseIsNamedAndAllOthersGetIt() {
    var alias = "ana+news@northwind.example";
    var directory = portal.simulator().directory();
    portal
        .simulator()
        .faults()
        .set(
            FaultRule.on(
                    Operation.PEOPLE_LIST,
                    Fault.before(200)
                        .withHtml(
                            "{\"items\":[{\"id\":\"%s\",\"emails\":[\"%s\"]}]}"
                                .formatted(directory.personId(9), directory.personEmail(9))))
                .to(alias));

    var emails =
        Stream.concat(Stream.of(alias), IntStream.range(1, 7).mapToObj(directory::personEmail));
    var job = sent(form("Also to an alias", false, emails.toArray(String[]::new)));

    assertThat(counts(job).path("sent").asInt()).isEqualTo(6);
    assertThat(counts(job).path("skipped").asInt()).isOne();
    assertThat(recipient(job, alias).path("reason").asText())
        .startsWith("Webex does not say whose this address is");
    assertThat(job.path("run").path("notes").toString()).contains(alias);
  }

  @Test
  void whoeverAnAppWroteToIsFoundInNoOther() {
    sent(form("From one app", true, LIA));
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);

    for (var path : List.of("search?q=", "search?kind=people&q=", "user/people/find?q=")) {
      for (var typed : List.of("lia", "lia.moreau", LIA)) {
        Await.until(() -> ana.get(path + typed).body(), body -> body.contains(id(LIA)));
        assertThat(kenji.get(path + typed).body()).as(path + typed).doesNotContain(id(LIA));
      }
    }
    assertThat(ana.get("user/people/received?personId=" + id(LIA)).body()).contains(LIA);
    assertThat(kenji.get("user/people/received?personId=" + id(LIA)).status()).isEqualTo(404);
  }

  /** Belfry keeps people outside under keys that are no addresses, and that nobody may give. */
  @Test
  void whoeverAnAppWroteToIsNoMemberUnderAKeyOfTheirs() {
    sent(form("Also from one app", true, LIA));
    var kenji = portal.signedIn("alerts", TestPortal.OTHER_ADMIN);
    var group = kenji.post("user/groups/create", Map.of("name", "Partners")).json().path("id");
    var padded =
        List.of(
            "mailto:" + LIA + " ".repeat(1_000), "mailto:x2@partner.example" + " ".repeat(1_000));

    for (var action : List.of("add", "remove")) {
      var members = padded.stream().map(one -> Map.of("email", one)).toList();
      var answer =
          kenji.post(
              "user/groups/" + action, Map.of("groupId", group.asText(), "members", members));

      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      assertThat(
              answer.json().path("results").valueStream().map(one -> one.path("status").asText()))
          .as(answer.body())
          .containsExactly("no_account", "no_account");
      assertThat(answer.body()).doesNotContain(id(LIA));
    }
    assertThat(kenji.get("user/people/find?q=lia").body()).doesNotContain(id(LIA));
    assertThat(sent(form("Known as before", true, LIA)).path("id").asText()).isNotEmpty();
    assertThat(messages("Known as before", LIA)).isEqualTo(1);
  }

  /** Of people who left, and of others outside, nothing can be learned about the platform. */
  @Test
  void whoeverIsNewIsBelievedToBeUnknownThoughOthersHaveLeft() {
    var directory = portal.simulator().directory();
    sent(form("Named once", true, "bo.ng@partner.example"));
    var last = form("Found last", false, directory.personEmail(20));
    ana.post("jobs/preview", last);
    var everybody = IntStream.range(0, PEOPLE).mapToObj(directory::personEmail).toList();
    var bot = directory.bot(BOT).orElseThrow().email();

    var others = Stream.concat(everybody.stream(), Stream.of(bot));
    hide(others.filter(email -> !email.equals(directory.personEmail(20))));
    assertThat(names(form("x", false, "new1@partner.example"), "noAccount")).hasSize(1);

    hide(everybody.stream());
    assertThat(names(form("x", false, "new2@partner.example"), "noAccount")).hasSize(1);

    hide(Stream.concat(everybody.stream(), Stream.of(bot)));
    assertThat(names(form("x", false, "new3@partner.example"), "unchecked"))
        .containsExactly("new3@partner.example");
  }

  /** The platform says of none of these that it knows them. */
  private void hide(Stream<String> nobody) {
    var none = Fault.before(200).withHtml("{\"items\":[]}");
    portal
        .simulator()
        .faults()
        .set(FaultRule.on(Operation.PEOPLE_LIST, none).to(nobody.toArray(String[]::new)));
  }
}
