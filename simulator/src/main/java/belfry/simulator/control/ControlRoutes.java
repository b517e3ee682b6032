package belfry.simulator.control;

import belfry.simulator.api.Platform;
import belfry.simulator.directory.BotAccount;
import belfry.simulator.limits.Rival;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Message;
import belfry.simulator.webhooks.WebhookFaults;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Router;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonGenerator.Feature;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The control API: every route, its form and its answer. See the README of this module. */
public final class ControlRoutes {
  private final Platform platform;
  private final Controls controls;
  private final Ledger ledger;
  private final Runnable releaseHanging;

  public ControlRoutes(
      Platform platform, Controls controls, Ledger ledger, Runnable releaseHanging) {
    this.platform = platform;
    this.controls = controls;
    this.ledger = ledger;
    this.releaseHanging = releaseHanging;
  }

  public void addTo(Router router) {
    router.on("GET", "/sim/ledger", this::totals);
    router.on("GET", "/sim/ledger/entries", this::entries);
    router.on("GET", "/sim/ledger/seconds", this::seconds);
    router.on("DELETE", "/sim/ledger", _ -> done(controls::reset));
    router.on("GET", "/sim/counts", _ -> Json.answer(counts()));
    router.on("GET", "/sim/limits", _ -> Json.answer(platform.limits().rules()));
    router.on("PUT", "/sim/limits", this::setLimits);
    router.on("GET", "/sim/rivals", _ -> Json.answer(platform.limits().rivals()));
    router.on("PUT", "/sim/rivals", this::setRivals);
    router.on("GET", "/sim/faults", _ -> Json.answer(platform.faults().rules()));
    router.on("PUT", "/sim/faults", this::setFaults);
    router.on("GET", "/sim/manners", _ -> Json.answer(platform.manners().rules()));
    router.on("PUT", "/sim/manners", this::setManners);
    router.on("GET", "/sim/webhooks", _ -> Json.answer(platform.webhooks().faults()));
    router.on("PUT", "/sim/webhooks", this::setWebhooks);
    router.on("GET", "/sim/lag", _ -> Json.answer(lag()));
    router.on("PUT", "/sim/lag", this::setLag);
    router.on("GET", "/sim/clock", _ -> Json.answer(clock()));
    router.on("POST", "/sim/clock", this::jump);
    router.on("POST", "/sim/hanging/release", _ -> done(releaseHanging));
    router.on(
        "POST", "/sim/tokens/revoke", it -> token(it, controls::revoke, platform.tokens()::revoke));
    router.on(
        "POST",
        "/sim/tokens/restore",
        it -> token(it, controls::restore, platform.tokens()::restore));
    router.on("PUT", "/sim/consent", this::setConsent);
    router.on("POST", "/sim/say", this::say);
    router.on("POST", "/sim/press", this::press);
    router.on("POST", "/sim/post", this::post);
  }

  private Answer totals(Call call) {
    return Json.answer(ledger.totals(query(call)));
  }

  private Answer seconds(Call call) {
    return Json.answer(ledger.perSecond(query(call)));
  }

  private Answer entries(Call call) {
    var query = query(call);
    return new Answer.Streamed("application/x-ndjson", body -> writeEntries(query, body));
  }

  private void writeEntries(Ledger.Query query, OutputStream body) throws IOException {
    try (var json = Json.MAPPER.createGenerator(body)) {
      json.disable(Feature.FLUSH_PASSED_TO_STREAM);
      json.setRootValueSeparator(null);
      ledger.entries(query, entry -> write(json, entry));
    }
  }

  private static void write(JsonGenerator json, Ledger.Entry entry) {
    try {
      json.writeStartObject();
      json.writeStringField("bot", entry.bot());
      json.writeStringField("recipient", entry.recipient());
      json.writeNumberField("created", entry.createdMillis());
      json.writeStringField("id", entry.messageId());
      json.writeStringField("hash", entry.contentHash());
      if (entry.deleted()) {
        json.writeBooleanField("deleted", true);
      }
      if (entry.rival()) {
        json.writeBooleanField("rival", true);
      }
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("The reader of the ledger went away", e);
    }
  }

  private Ledger.Query query(Call call) {
    var bot = call.query("bot");
    bot.ifPresent(this::bot);
    return new Ledger.Query(bot.orElse(null), call.query("contains").orElse(null));
  }

  private BotAccount bot(String name) {
    return platform
        .directory()
        .bot(name)
        .orElseThrow(() -> new Problem(404, "No bot is called " + name + "."));
  }

  private Map<String, Object> counts() {
    return Map.of(
        "limits", platform.limits().counts(),
        "faults", platform.faults().counts(),
        "manners", platform.manners().counts(),
        "webhooks", platform.webhooks().counts(),
        "tokenExchanges", platform.oauth().exchanges(),
        "liveAccessTokens", platform.tokens().liveAccessTokens(),
        "messages", platform.messages().size());
  }

  private Answer setLimits(Call call) {
    platform.limits().set(call.json(Forms.OfLimits.class).rules());
    return Json.answer(platform.limits().rules());
  }

  private Answer setRivals(Call call) {
    var rivals = call.json(Forms.OfRivals.class).rivals();
    platform
        .limits()
        .setRivals(
            rivals.stream()
                .map(it -> new Rival(bot(it.bot()).name(), it.requests(), it.everyMillis()))
                .toArray(Rival[]::new));
    return Json.answer(platform.limits().rivals());
  }

  private Answer setFaults(Call call) {
    platform.faults().set(call.json(Forms.OfFaults.class).rules());
    return Json.answer(platform.faults().rules());
  }

  private Answer setManners(Call call) {
    platform.manners().set(call.json(Forms.OfManners.class).rules());
    return Json.answer(platform.manners().rules());
  }

  private Answer setWebhooks(Call call) {
    platform.webhooks().setFaults(call.json(WebhookFaults.class));
    return Json.answer(platform.webhooks().faults());
  }

  private Forms.OfLag lag() {
    return new Forms.OfLag(platform.messages().listingLag().toMillis());
  }

  private Answer setLag(Call call) {
    platform.messages().setListingLag(Duration.ofMillis(call.json(Forms.OfLag.class).millis()));
    return Json.answer(lag());
  }

  private Map<String, Object> clock() {
    var now = Instant.ofEpochMilli(platform.time().millis());
    return Map.of("now", now.toString(), "shiftMillis", platform.time().shiftMillis());
  }

  private Answer jump(Call call) {
    var form = call.json(Forms.OfJump.class);
    platform
        .time()
        .jump(Duration.ofMillis(form.jumpMillis()), Duration.ofMillis(form.afterMillis()));
    return Json.answer(clock());
  }

  private static Answer token(Call call, Consumer<String> all, Consumer<String> one) {
    var form = call.json(Forms.OfTokens.class);
    if (form.of() != null) {
      all.accept(form.of());
    } else if (form.token() != null) {
      one.accept(form.token());
    } else {
      throw new Problem(400, "Give a token, or whose tokens with 'of'.");
    }
    return Answer.noContent();
  }

  private Answer setConsent(Call call) {
    var form = call.json(Forms.OfConsent.class);
    controls.setConsent(
        form.deny()
            ? new Controls.Consent.Deny()
            : form.as() == null
                ? new Controls.Consent.Ask()
                : new Controls.Consent.Accept(form.as()));
    return Answer.noContent();
  }

  private Answer say(Call call) {
    var form = call.json(Forms.OfSaying.class);
    var content = new Content(form.text(), form.markdown(), List.of(), null);
    var message =
        form.parent() == null
            ? controls.say(form.person(), form.bot(), content)
            : controls.reply(form.person(), form.parent(), content);
    return Json.answer(Map.of("id", message.id(), "created", message.created().toString()));
  }

  private Answer post(Call call) {
    var form = call.json(Forms.OfPosting.class);
    var content = new Content(form.text(), form.markdown(), List.of(), null);
    var posted = controls.postAs(form.bot(), form.people(), content);
    return Json.answer(Map.of("ids", posted.stream().map(Message::id).toList()));
  }

  private Answer press(Call call) {
    var form = call.json(Forms.OfPressing.class);
    var inputs = form.inputs() == null ? "{}" : form.inputs().toString();
    var action = controls.press(form.person(), form.message(), inputs);
    return Json.answer(Map.of("id", action.id(), "created", action.created().toString()));
  }

  private static Answer done(Runnable action) {
    action.run();
    return Answer.noContent();
  }
}
