package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.storage.IdempotencyStore;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

@OnEngines(Engine.SQLITE)
class SqliteIdempotencyKeyTest extends IdempotencyKeyContract {
  @Test
  void whatTheDatabaseBrokeOffIsDoneAgainUnderItsKey() throws Exception {
    var id = ana.post("user/groups/create", Map.of("name", "Halves")).json().path("id").asText();
    var members =
        List.of(
            Map.of("email", "lars.berg@northwind.example"),
            Map.of("email", "kenji.tanaka@northwind.example"));
    var client = portal.signedIn("news", TestPortal.ADMIN).withHeader("Idempotency-Key", "halves");
    var form = Map.of("groupId", id, "members", members);
    inTheDatabase(
        """
        CREATE TRIGGER one_only BEFORE INSERT ON group_member
        WHEN EXISTS (SELECT 1 FROM group_member WHERE group_number = NEW.group_number)
        BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END
        """);
    assertThat(client.post("user/groups/add", form).status()).isGreaterThanOrEqualTo(500);
    assertThat(client.post("user/groups/add", form).status()).isGreaterThanOrEqualTo(500);
    assertThat(size(id)).as("neither of them").isZero();
    inTheDatabase("DROP TRIGGER one_only");

    var other = Map.of("groupId", id, "members", members.subList(1, 2));
    assertThat(client.post("user/groups/add", other).status()).isEqualTo(422);
    var again = client.post("user/groups/add", form);
    assertThat(again.status()).as(again.body()).isEqualTo(200);
    assertThat(again.json().path("results").findValuesAsText("status"))
        .containsExactly("added", "added");
    assertThat(size(id)).isEqualTo(2);

    var removed = ana.post("user/groups/remove", form);
    assertThat(removed.status()).as(removed.body()).isEqualTo(200);
    assertThat(client.post("user/groups/add", form).json()).isEqualTo(again.json());
    assertThat(size(id)).as("it is done").isZero();
  }

  @Test
  void whatMayStillBeWorkedOnIsNotDoneBeside() throws Exception {
    var id = ana.post("user/groups/create", Map.of("name", "Slow")).json().path("id").asText();
    var members = List.of(Map.of("email", "lars.berg@northwind.example"));
    var client = portal.signedIn("news", TestPortal.ADMIN).withHeader("Idempotency-Key", "slow");
    var form = Map.of("groupId", id, "members", members);
    assertThat(client.post("user/groups/add", form).status()).isEqualTo(200);
    assertThat(ana.post("user/groups/remove", form).status()).isEqualTo(200);
    inTheDatabase("UPDATE done_request SET status = 0, answer = '' WHERE id = 'slow'");
    assertThat(client.post("user/groups/add", form).status()).isEqualTo(409);
    assertThat(size(id)).isZero();

    inTheDatabase("UPDATE done_request SET at = 1 WHERE id = 'slow'");
    assertThat(client.post("user/groups/add", form).status()).as("it ended").isEqualTo(200);
    assertThat(size(id)).isOne();
  }

  /** Belfry was killed between the change and its answer. */
  @Test
  void whoLetsSomebodyInAgainUnderTheSameKeyIsAnsweredAsTheFirstTime() throws Exception {
    var client = portal.signedIn("news", TestPortal.ADMIN).withHeader("Idempotency-Key", "let-in");
    var form = Map.of("email", "zoe.muller@northwind.example", "was", "nobody");
    var first = client.post("admin/users", form);
    assertThat(first.status()).as(first.body()).isEqualTo(201);
    inTheDatabase("UPDATE done_request SET status = 0, answer = '', at = 1 WHERE id = 'let-in'");

    var again = client.post("admin/users", form);
    assertThat(again.status()).as(again.body()).isEqualTo(201);
    assertThat(again.json()).isEqualTo(first.json());
    var added = ana.get("admin/trail?action=user.add").body().split("user.add", -1).length;
    assertThat(client.post("admin/users", form).json()).isEqualTo(first.json());
    assertThat(ana.get("admin/trail?action=user.add").body().split("user.add", -1))
        .as("nothing more is done")
        .hasSize(added);
  }

  @Test
  void whatWasAnsweredAtTooGreatLengthIsNotDoneAgain() {
    var id = ana.post("user/groups/create", Map.of("name", "Long")).json().path("id").asText();
    var lars = Map.of("email", "lars.berg@northwind.example");
    var client = portal.signedIn("news", TestPortal.ADMIN).withHeader("Idempotency-Key", "long");
    var form = Map.of("groupId", id, "members", Collections.nCopies(500, lars));
    var first = client.post("user/groups/add", form);
    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(first.body()).hasSizeGreaterThan(64 * 1024);
    ana.post("user/groups/remove", Map.of("groupId", id, "members", List.of(lars)));
    assertThat(client.post("user/groups/add", form).status()).isEqualTo(409);
    assertThat(size(id)).isZero();
  }

  @Test
  void ofAnErasedRequestNobodySaysThatItWasAnotherOne() {
    var draft = Map.of("markdown", "Erased", "requestId", "erased-1");
    var template = Map.of("name", "Erased", "markdown", "x");
    var group = Map.of("name", "Erased", "requestId", "erased-3");
    var client =
        portal.signedIn("news", TestPortal.ADMIN).withHeader("Idempotency-Key", "erased-2");
    assertThat(ana.post("jobs/edit", draft).status()).isEqualTo(201);
    assertThat(client.post("templates/save", template).status()).isEqualTo(201);
    assertThat(ana.post("user/groups/create", group).status()).isEqualTo(201);
    Jdbi.create(portal.databaseAddress())
        .useTransaction(handle -> IdempotencyStore.erase(handle, List.of("somebody-else")));

    for (var again :
        List.of(
            ana.post("jobs/edit", draft),
            client.post("templates/save", template),
            ana.post("user/groups/create", group))) {
      assertThat(again.status()).as(again.body()).isEqualTo(409);
      assertThat(again.json().path("code").asText()).isEqualTo("requestId.erased");
    }
    var deletes = Map.of("groupId", "x", "requestId", "erased-3");
    assertThat(ana.post("user/groups/delete", deletes).json().path("code").asText())
        .as("another action")
        .isEqualTo("requestId.used");
  }

  private int size(String group) {
    return ana.get("user/groups/members?groupId=" + group).json().path("items").size();
  }

  private void inTheDatabase(String sql) throws SQLException {
    var file = portal.settings().data().resolve("belfry.db");
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + file + "?busy_timeout=10000");
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
