package belfry.cli.persons;

import belfry.base.Hash;
import belfry.cli.FilledDatabase;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import belfry.storage.IdempotentRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Fills a database in which a person, and beside them another, stands wherever one can stand. */
final class SomebodyEverywhere {
  static final String EMAIL = "maija.salo@northwind.example";
  static final String EARLIER = "maija.virtanen@northwind.example";
  static final String NAME = "Maija Salo";
  static final String WORDS = "zanzibar";
  static final String OTHER = "ben.other@northwind.example";
  static final String OTHER_NAME = "Benjamin Otherwise";

  static final String SALT = "salt-of-a-promise";

  private final String id;
  private final String otherId;

  /** By their ids at the platform. */
  SomebodyEverywhere(String id, String otherId) {
    this.id = id;
    this.otherId = otherId;
  }

  /** Of them, and of somebody else in the same places. */
  void fill(Database database) {
    var mention = "Ask <@personEmail:%s|%s> or <@personId:%s>".formatted(EMAIL, NAME, id);
    var audience =
        """
        {"entries":[{"kind":"person","id":"%s","name":"%s"},{"kind":"list","name":"2 addresses","emails":["%s","%s"]},{"kind":"person","id":"%s","name":"%s"},{"kind":"recipients","job":"0000000000001","who":"REACHED","name":"Ask @%s"},{"kind":"file","listId":"0000000000001","name":"list-%s.csv"}],"excluded":[{"kind":"list","name":"%s","emails":["%s"]}]}
        """
            .strip()
            .formatted(id, NAME, EMAIL, OTHER, otherId, OTHER_NAME, NAME, EMAIL, EARLIER, EARLIER);
    // The values that what may still be sent has would stay.
    var another = audience.replace("0000000000001", "0000000000002");
    var someone = new Object[][] {{id, NAME, EMAIL}, {otherId, OTHER_NAME, OTHER}};
    var number = 1;
    for (var one : someone) {
      var theirs = number == 1;
      insert(
          database,
          "person",
          "id",
          one[0],
          "name",
          one[1],
          "name_key",
          one[1],
          "email",
          one[2],
          "first_name",
          one[1],
          "last_name",
          one[1]);
      insert(
          database,
          "person_word",
          "person",
          one[0],
          "word",
          one[1].toString().getBytes(StandardCharsets.UTF_8));
      insert(database, "address", "email", one[2], "person", one[0]);
      insert(database, "group_member", "person", one[0]);
      insert(
          database,
          "list_row",
          "list",
          1,
          "line",
          number,
          "email",
          one[2],
          "fields",
          "{\"Desk\":\"%s\"}".formatted(theirs ? WORDS : "x " + EMAIL));
      insert(
          database,
          "session",
          "token_hash",
          "h" + number,
          "person",
          one[0],
          "display_name",
          one[1],
          "browser",
          "b",
          "address",
          "a");
      insert(database, "person_token", "person", one[0]);
      insert(database, "person_language", "person", one[0], "language", "de");
      insert(database, "person_bot", "app", "old", "person_key", one[0]);
      insert(
          database,
          "pinned_admin",
          "app",
          "old",
          "email",
          one[2],
          "person",
          one[0],
          "name",
          one[1]);
      insert(
          database,
          "api_token",
          "id",
          number,
          "person",
          one[0],
          "person_name",
          one[1],
          "name",
          one[1],
          "last_address",
          "a");
      insert(database, "api_token_app", "token", number);
      insert(
          database, "done_request", "app", "news", "person", one[0], "id", "r", "asked", asked(id));
      insert(
          database,
          "recipient",
          "run",
          1,
          "seq",
          number,
          "kind",
          "person",
          "target",
          one[0],
          "name",
          one[1],
          "name_key",
          one[1],
          "email",
          theirs ? EARLIER : OTHER,
          "state",
          "sent",
          "message_id",
          "message-of-" + one[1],
          "room_id",
          "room-of-" + one[1],
          "reason",
          "%s says that it arrived.".formatted(theirs ? OTHER_NAME : NAME),
          "personal",
          "{\"Boss\":\"%s\",\"Note\":\"%s\"}".formatted(EMAIL, theirs ? WORDS : ""));
      insert(
          database,
          "answer",
          "id",
          number,
          "app",
          "news",
          "kind",
          "written",
          "source",
          "s" + number,
          "person",
          one[0],
          "person_key",
          PlatformId.key(one[0].toString()),
          "name",
          one[1],
          "name_key",
          one[1],
          "email",
          one[2],
          "text",
          theirs ? WORDS : mention,
          "inputs",
          theirs ? WORDS : mention,
          "done_by",
          one[0],
          "done_by_name",
          one[1]);
      insert(
          database,
          "answer_event",
          "app",
          "news",
          "kind",
          "written",
          "source_key",
          "s" + number,
          "source",
          "s",
          "person",
          one[0],
          "person_key",
          PlatformId.key(one[0].toString()),
          "room",
          "room-of-" + one[1]);
      insert(database, "answer_room", "app", "news", "room_key", "room-of-" + one[1]);
      insert(
          database,
          "reply",
          "run",
          number + 1,
          "answer",
          number,
          "person_key",
          PlatformId.key(one[0].toString()),
          "sent_by",
          one[0],
          "sent_by_name",
          one[1],
          "automatic",
          0);
      insert(
          database,
          "run",
          "id",
          number + 1,
          "job",
          number + 1,
          "app",
          "news",
          "kind",
          "reply",
          "gate",
          "closed",
          "notes",
          "[]",
          "started_by",
          one[0],
          "audience",
          audience,
          "markdown",
          theirs ? WORDS : "To Ben",
          "card",
          theirs ? WORDS : "",
          "echo",
          theirs ? "{\"text\":\"%s\"}".formatted(WORDS) : "",
          "first_wave",
          "");
      insert(
          database,
          "recipient",
          "run",
          number + 1,
          "seq",
          0,
          "kind",
          "person",
          "target",
          one[0],
          "state",
          "sent",
          "name",
          one[1],
          "reason",
          theirs ? "" : "not found: " + EMAIL);
      insert(
          database,
          "job",
          "id",
          number,
          "app",
          "news",
          "state",
          theirs ? "finished" : "draft",
          "author",
          one[0],
          "author_name",
          one[1],
          "sender",
          one[0],
          "hurried_by",
          one[0],
          "title",
          theirs ? "Ask @" + NAME : "Draft",
          "search_key",
          one[1] + NAME,
          "markdown",
          theirs ? mention : "Draft",
          "card",
          theirs ? "{\"own\":\"%s\"}".formatted(mention) : "",
          "acknowledge",
          theirs ? acknowledgement(mention) : "",
          "urgent",
          theirs ? mention : "",
          "ahead",
          theirs
              ? "{\"local\":\"\",\"zone\":\"\",\"grace\":0,\"urgent\":\"%s\"}".formatted(mention)
              : "",
          "reference",
          theirs ? mention : "",
          "audience",
          theirs ? audience : another,
          "zone",
          "UTC",
          "local_time",
          "",
          "on_unknown",
          "hold",
          "run",
          1);
      insert(
          database,
          "job_word",
          "app",
          "news",
          "job",
          number,
          "word",
          one[1].toString().getBytes(StandardCharsets.UTF_8));
      insert(
          database,
          "reminder",
          "job",
          number,
          "app",
          "news",
          "sender",
          one[0],
          "sender_name",
          one[1],
          "set_as",
          mention,
          "ended",
          "over");
      insert(
          database,
          "template_version",
          "template",
          1,
          "version",
          number,
          "name",
          number == 1 ? EMAIL : "T",
          "markdown",
          number == 1 ? mention : "T",
          "card",
          number == 1 ? mention : "",
          "person",
          one[0],
          "person_name",
          one[1]);
      number++;
    }
    insert(
        database,
        "job_promise",
        "job",
        1,
        "salt",
        SALT,
        "left_out",
        "abcdefghijk" + digest(id) + digest(otherId),
        "excepted",
        digest(otherId) + digest(id),
        "addressed",
        digest(id) + digest(otherId),
        "said",
        digest(id) + "abcdefghijk" + digest(otherId) + "abcdefghijk",
        "incomplete",
        "[]");
    insert(
        database,
        "people_group",
        "number",
        1,
        "id",
        "g",
        "app",
        "news",
        "name",
        "Harbour",
        "size",
        2);
    insert(database, "template", "id", 1, "app", "news", "name_key", "t", "version", 2);
    insert(
        database,
        "run",
        "id",
        1,
        "app",
        "news",
        "kind",
        "job",
        "gate",
        "closed",
        "started_by",
        id,
        "notes",
        "[\"%s is not known\"]".formatted(NAME),
        "question",
        "The list “%s.csv” is gone".formatted(EMAIL),
        "audience",
        audience,
        "markdown",
        mention,
        "card",
        mention,
        "echo",
        "{\"html\":\"%s\"}".formatted(NAME),
        "pending",
        0,
        "retry",
        0,
        "sending",
        0,
        "unknown",
        0,
        "held",
        0,
        "failed",
        0,
        "double_checked",
        1,
        "notice",
        0,
        "first_wave",
        "");
    insert(
        database,
        "follow_up",
        "id",
        1,
        "app",
        "news",
        "run",
        1,
        "kind",
        "correction",
        "gate",
        "closed",
        "only_for",
        audience,
        "markdown",
        mention,
        "started_by",
        id,
        "started_by_name",
        NAME);
    paused(database, audience);
    tested(database, mention, otherId);
    insert(database, "follow_up_row", "reason", "not found: " + EMAIL);
    insert(
        database,
        "list",
        "id",
        1,
        "app",
        "news",
        "person",
        id,
        "name",
        "2026_%s_list-%s.csv".formatted(NAME, EMAIL),
        "columns",
        "[\"Desk\",\"Asked by %s\"]".formatted(EMAIL));
    insert(
        database,
        "list_skipped",
        "list",
        1,
        "line",
        9,
        "said",
        "%s;%s".formatted(NAME, WORDS),
        "why",
        "{\"code\":\"list.x\",\"template\":\"“{{cell}}”\",\"arguments\":{\"cell\":\"%s\"}}"
            .formatted(EMAIL));
    insert(database, "attachment", "id", 1, "app", "news", "person", id, "name", "plan.pdf");
    insert(database, "audience", "id", 1, "app", "news", "choices", another, "changed_by", id);
    insert(database, "automatic_reply", "app", "news", "markdown", "Thanks", "person", id);
    insert(
        database,
        "staff",
        "app",
        "news",
        "person",
        otherId,
        "name",
        OTHER_NAME,
        "email",
        OTHER,
        "role",
        "sender",
        "added_by",
        id);
  }

  /** What is under way and is known to go to others: in doubt, and with a recall that is too. */
  private static void paused(Database database, String audience) {
    insert(
        database,
        "run",
        "id",
        9,
        "job",
        9,
        "app",
        "news",
        "kind",
        "job",
        "gate",
        "paused",
        "expanded",
        1,
        "notes",
        "[\"%s is not known\"]".formatted(NAME),
        "question",
        EMAIL,
        "audience",
        audience,
        "first_wave",
        "");
    insert(
        database,
        "follow_up",
        "id",
        2,
        "app",
        "news",
        "run",
        9,
        "job",
        9,
        "kind",
        "recall",
        "gate",
        "open",
        "complete",
        1,
        "only_for",
        audience);
  }

  /** A text with a button, of which Belfry made a card, as somebody else was shown theirs. */
  private static void tested(Database database, String mention, String otherId) {
    insert(
        database,
        "run",
        "id",
        4,
        "job",
        2,
        "app",
        "news",
        "kind",
        "test",
        "gate",
        "closed",
        "pending",
        0,
        "retry",
        0,
        "sending",
        0,
        "unknown",
        0,
        "held",
        0,
        "failed",
        0,
        "notes",
        "[]",
        "audience",
        "{\"entries\":[]}",
        "markdown",
        mention,
        "card",
        "{\"text\":\"Ask %s or …\"}".formatted(NAME),
        "notice",
        0,
        "first_wave",
        "");
    insert(
        database,
        "recipient",
        "run",
        4,
        "kind",
        "person",
        "target",
        otherId,
        "state",
        "sent",
        "personal",
        "{\"firstname\":\"Maija\",\"pay\":\"%s\"}".formatted(WORDS));
  }

  /** As it is kept of whoever is left out of a message. */
  static String digest(String id) {
    return Hash.sha256(SALT + PlatformId.key(id)).substring(0, 11);
  }

  /** As it is kept of a request about them alone. */
  static String asked(String id) {
    return IdempotentRequest.of("news", "", "group.add", Optional.empty(), "g", id).digest();
  }

  private static String acknowledgement(String words) {
    return "{\"button\":\"%s\",\"word\":\"yes\"}".formatted(words);
  }

  private static void insert(Database database, String table, Object... values) {
    FilledDatabase.insert(database, table, values);
  }
}
