package belfry.web.frame;

import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.messages.Attachment;
import belfry.storage.Database;
import belfry.storage.IdempotencyStore;
import belfry.storage.IdempotentRequest;
import belfry.storage.KeptRequest;
import belfry.storage.StorageException;
import belfry.storage.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has a request with an {@code Idempotency-Key} take effect once, and answers a repetition as the
 * first one. Routes that remember their requests by themselves, in their own transactions, are only
 * asked whether their key was another route's.
 */
public final class KeptAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(KeptAnswers.class);

  /** In characters; a longer answer is not kept. */
  private static final int LONGEST = 64 * 1024;

  /** Nothing is worked on for longer, though hundreds of people may have to be looked up. */
  private static final Duration LONGEST_REQUEST = Duration.ofMinutes(15);

  /** So many that broke off here are known; what others did waits for its time. */
  private static final int MOST_BROKEN_OFF = 10_000;

  private static final Phrase TOO_LONG =
      Phrase.of("body.tooLarge", "The body may have at most 1 MiB.");

  private final Database database;
  private final Vault vault;
  private final IdempotencyStore store;
  private final Time time;
  private final Instant started;

  /** What certainly ended on this node without an answer. */
  private final Set<Vault.Place> brokenOff = ConcurrentHashMap.newKeySet();

  public KeptAnswers(Database database, Vault vault, Time time) {
    this.database = database;
    this.vault = vault;
    this.time = time;
    started = time.now();
    store = new IdempotencyStore(time);
  }

  /** What the handler answers, or answered before. */
  Reply answer(Route route, Caller caller, Request request, Supplier<Reply> handler) {
    var key = route.takesKey() ? request.idempotencyKey() : Optional.<String>empty();
    if (key.isEmpty()) {
      return handler.get();
    }
    var asked = new Asked(route, caller, request, key.get());
    var earlier = earlier(asked);
    if (!route.kept()) {
      earlier
          .filter(one -> one.action().contains(" "))
          .ifPresent(_ -> {
            throw Problem.conflict(IdempotencyStore.USED).thrown();
          });
      return handler.get();
    }
    request.body().digesting();
    if (earlier.isEmpty()) {
      return first(asked, handler);
    }
    return route.repeatable() && earlier.get().isUnanswered()
        ? brokenOff(asked, earlier.get(), handler)
        : again(asked, earlier.get());
  }

  /** A request with a key. */
  private record Asked(Route route, Caller caller, Request request, String key) {
    /** Without its body, for looking it up. */
    IdempotentRequest keyed() {
      return with("");
    }

    /** Empty while some of its body was not read. */
    Optional<IdempotentRequest> whole() {
      return request.body().digest().map(body -> with(type().map(body::concat).orElse(body)));
    }

    /** What a body is said to be, if that says anything: a file is another under another type. */
    private Optional<String> type() {
      return request
          .header("content-type")
          .map(type -> type.toLowerCase(Locale.ROOT))
          .filter(type -> !type.startsWith("application/json"))
          .filter(type -> !type.equals("application/octet-stream"));
    }

    private IdempotentRequest with(String body) {
      return IdempotentRequest.of(
              caller.app().name().value(),
              caller.personId().value(),
              route.method() + " " + route.pattern(),
              Optional.of(key),
              new TreeMap<>(request.path()),
              new TreeMap<>(request.query()),
              body)
          .with(route.scopes().isEmpty() ? caller.sessionHash() : caller.token());
    }

    Vault.Place place() {
      var row = String.join("/", caller.app().name().value(), caller.personId().value(), key);
      return new Vault.Place("done_request", "answer", row);
    }
  }

  private Optional<IdempotencyStore.Kept> earlier(Asked asked) {
    return database.read(handle -> IdempotencyStore.kept(handle, asked.keyed()));
  }

  private Reply first(Asked asked, Supplier<Reply> handler) {
    var kept = new KeptRequest(store, asked::whole);
    if (hasNoBody(asked.request)) {
      Bodies.skip(asked.request);
    }
    Reply reply;
    try {
      reply = kept.during(handler);
    } catch (StorageException e) {
      // Another one with this key may have come first, on this node or another.
      if (kept.isKept()) {
        brokeOff(asked);
        throw e;
      }
      return again(asked, earlier(asked).orElseThrow(() -> e));
    } catch (Problem.Thrown refused) {
      return refused(asked, kept).orElseThrow(() -> refused);
    }
    if (reply.status() >= 400) {
      return refused(asked, kept).orElse(reply);
    }
    return kept(asked, reply);
  }

  /**
   * What was begun under this key and broken off, by an outage or a kill, is done again: some of it
   * may be missing.
   */
  private Reply brokenOff(Asked asked, IdempotencyStore.Kept earlier, Supplier<Reply> handler) {
    Bodies.readAhead(asked.request);
    if (!isSame(asked, earlier)) {
      throw another(asked, earlier);
    }
    if (!mayBegin(asked, earlier)) {
      throw unanswered();
    }
    var done = false;
    try {
      var reply = handler.get();
      done = reply.status() < 400;
      return done ? kept(asked, reply) : reply;
    } finally {
      if (!done) {
        brokeOff(asked);
      }
    }
  }

  private void brokeOff(Asked asked) {
    if (brokenOff.size() < MOST_BROKEN_OFF) {
      brokenOff.add(asked.place());
    }
  }

  /** Whether nobody works on it any more, nor begins to at the same time. */
  private boolean mayBegin(Asked asked, IdempotencyStore.Kept earlier) {
    var here = brokenOff.remove(asked.place());
    if (!here && !hasEnded(earlier.at())) {
      return false;
    }
    try {
      return database.write(handle -> store.begun(handle, asked.keyed(), earlier.at()));
    } catch (StorageException e) {
      if (here) {
        brokeOff(asked);
      }
      throw e;
    }
  }

  private boolean hasEnded(Instant begun) {
    return begun.isBefore(time.now().minus(LONGEST_REQUEST))
        || (database.exclusive() && begun.isBefore(started));
  }

  private Reply kept(Asked asked, Reply reply) {
    Bodies.skip(asked.request);
    try {
      asked.whole().ifPresent(whole -> keep(asked, whole, reply));
    } catch (StorageException e) {
      // It is done; only a repetition is not answered the same.
      LOG.warn("An answer could not be kept: {}. A repetition is refused", e.getMessage());
    }
    return reply;
  }

  private static boolean hasNoBody(Request request) {
    return request.header("transfer-encoding").isEmpty()
        && request.header("content-length").filter(length -> !length.equals("0")).isEmpty();
  }

  /** What was refused is forgotten, unless that is because another one with this key came first. */
  private Optional<Reply> refused(Asked asked, KeptRequest kept) {
    if (!kept.isKept()) {
      return earlier(asked).map(other -> again(asked, other));
    }
    database.write(handle -> {
      IdempotencyStore.forget(handle, asked.keyed());
      return true;
    });
    return Optional.empty();
  }

  private void keep(Asked asked, IdempotentRequest whole, Reply reply) {
    var body =
        reply.body() instanceof Reply.Body.Bytes(var bytes)
            ? new String(bytes, StandardCharsets.UTF_8)
            : "";
    // What only the page may ask for can be a new token, of which nothing is stored.
    if (body.length() > LONGEST || (asked.route.scopes().isEmpty() && !body.isEmpty())) {
      database.write(handle -> {
        store.doneButForgotten(handle, whole, reply.status());
        return true;
      });
      return;
    }
    // It may have a secret, or name people.
    var sealed = body.isEmpty() ? "" : vault.seal(new Secret(body), asked.place());
    database.write(handle -> {
      store.answered(handle, whole, reply.status(), sealed);
      return true;
    });
  }

  private Reply again(Asked asked, IdempotencyStore.Kept earlier) {
    Bodies.readOut(asked.request, Attachment.MOST_BYTES, TOO_LONG);
    if (!isSame(asked, earlier)) {
      throw another(asked, earlier);
    }
    if (earlier.status() <= 0) {
      throw unanswered();
    }
    return earlier.answer().isEmpty()
        ? Reply.again(earlier.status(), "")
        : Reply.again(earlier.status(), opened(asked, earlier.answer()));
  }

  private static boolean isSame(Asked asked, IdempotencyStore.Kept earlier) {
    return asked
        .whole()
        .filter(one -> one.action().equals(earlier.action()))
        .filter(one -> one.digest().equals(earlier.asked()))
        .isPresent();
  }

  private String opened(Asked asked, String sealed) {
    return Optional.of(sealed)
        .filter(vault::isCurrent)
        .flatMap(one -> vault.find(one, asked.place()))
        .map(Secret::reveal)
        .orElseThrow(KeptAnswers::unanswered);
  }

  private static Problem.Thrown another(Asked asked, IdempotencyStore.Kept earlier) {
    return Problem.conflict(earlier.whyNot(asked.keyed())).thrown();
  }

  private static Problem.Thrown unanswered() {
    return Problem.conflict(
            Phrase.of(
                "idempotencyKey.unanswered",
                "This request was made before, and what it was answered is not known. It may still be worked on: try again in a moment. If that does not help, look at what there is, and send a new key."))
        .thrown();
  }
}
