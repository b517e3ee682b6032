package belfry.answers;

import belfry.answers.ReceivedAnswer.Kind;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.ids.SpaceId;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives what the platform tells by webhooks. Nothing of a letter is read before its signature is
 * verified, and it is on disk before it is confirmed.
 */
public final class WebhookReceiver {
  private static final Logger LOG = LoggerFactory.getLogger(WebhookReceiver.class);
  private static final String ALGORITHM = "HmacSHA1";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Apps apps;
  private final AnswerWatch watch;
  private final AnswerEvents events;
  private final ToldByWebhooks told;
  private final Time time;
  private final Consumer<AppName> heard;

  /** {@code heard} is called after an event was stored. */
  WebhookReceiver(
      Apps apps,
      AnswerWatch watch,
      AnswerEvents events,
      ToldByWebhooks told,
      Time time,
      Consumer<AppName> heard) {
    this.apps = apps;
    this.watch = watch;
    this.events = events;
    this.told = told;
    this.time = time;
    this.heard = heard;
  }

  /** What becomes of a letter. */
  public enum Receipt {
    /** It is stored, or says nothing that is needed. */
    TAKEN,
    /** Its signature is missing or wrong, or the app has no such bot. */
    FORGED,
    /** Too many are waiting. */
    FULL
  }

  /**
   * Receives a letter.
   *
   * @param bot to which one's address it came, by its number
   * @param letter the body, byte by byte as it came
   * @param signature the header {@code X-Spark-Signature}
   */
  public Receipt receive(App app, String bot, byte[] letter, Optional<String> signature) {
    var secret = watch.of(app.name(), time.now()).secret();
    if (signature.isEmpty() || !isSigned(secret, letter, signature.get())) {
      return Receipt.FORGED;
    }
    var number = known(app, bot);
    if (number.isEmpty()) {
      return Receipt.FORGED;
    }
    var receipt = take(app, number.get(), letter);
    told.now(app.name(), number.get());
    return receipt;
  }

  /** Another node may have come to know it since. */
  private Optional<Integer> known(App app, String bot) {
    return listed(app, bot)
        .or(() -> {
          apps.learn(app);
          return listed(app, bot);
        });
  }

  private Optional<Integer> listed(App app, String bot) {
    return apps.numbers(app).stream().filter(number -> bot.equals(number.toString())).findFirst();
  }

  private Receipt take(App app, int bot, byte[] letter) {
    var event = read(bot, letter);
    if (event.isEmpty()) {
      LOG.warn("App {}: a signed event of a webhook could not be understood", app.name());
      return Receipt.TAKEN;
    }
    if (isOwn(app, event.get())) {
      return Receipt.TAKEN;
    }
    return switch (events.add(app.name(), event.get(), time.now())) {
      case STORED -> {
        heard.accept(app.name());
        yield Receipt.TAKEN;
      }
      case KNOWN -> Receipt.TAKEN;
      case FULL -> Receipt.FULL;
    };
  }

  /** In constant time, whatever is wrong with the signature. */
  private static boolean isSigned(Secret secret, byte[] letter, String signature) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), ALGORITHM));
      var expected = HexFormat.of().formatHex(mac.doFinal(letter));
      return MessageDigest.isEqual(
          expected.getBytes(StandardCharsets.US_ASCII),
          signature.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new AssertionError("every Java platform has HmacSHA1", e);
    }
  }

  /** Each message that the bot sends is told of as well. */
  private boolean isOwn(App app, AnswerEvent event) {
    return AnswerIntake.isOwn(apps, app, new PersonRef(event.person(), ""));
  }

  private Optional<AnswerEvent> read(int bot, byte[] letter) {
    JsonNode json;
    try {
      json = JSON.readTree(letter);
    } catch (IOException _) {
      return Optional.empty();
    }
    var data = json.path("data");
    var kind =
        switch (json.path("resource").asText("")) {
          case "messages" -> Optional.of(Kind.WRITTEN);
          case "attachmentActions" -> Optional.of(Kind.PRESS);
          default -> Optional.<Kind>empty();
        };
    var id = text(data, "id");
    if (kind.isEmpty() || id.isEmpty() || !json.path("event").asText("").equals("created")) {
      return Optional.empty();
    }
    return Optional.of(
        new AnswerEvent(
            bot,
            kind.get(),
            id,
            PersonId.parse(text(data, "personId")).or(() -> PersonId.parse(text(json, "actorId"))),
            SpaceId.parse(text(data, "roomId")),
            text(data, "roomType").equals("group"),
            created(text(data, "created"))));
  }

  private static String text(JsonNode json, String field) {
    var text = json.path(field).asText("").replace("\0", "");
    return text.length() > 500 ? "" : text;
  }

  /** Only used for what can never be read itself. */
  private Instant created(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeParseException _) {
      return time.now();
    }
  }
}
