package belfry.access;

import belfry.apps.App;
import belfry.base.Time;
import belfry.platform.ids.PersonId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records refusals in the audit trail. Anybody can cause any number of refusals, so the same one is
 * recorded once a minute, and the total is limited, so that nobody can flood the trail. Strangers
 * have a separate budget, so that they cannot hide what signed-in people do.
 *
 * <p>Thread-safe.
 */
public final class RefusedRequests {
  static final int MOST = 100;
  private static final Duration ONCE_IN = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(RefusedRequests.class);

  private final Audit audit;
  private final Time time;
  private final Map<String, Long> byStrangers = new HashMap<>();
  private final Map<String, Long> bySignedIn = new HashMap<>();

  RefusedRequests(Audit audit, Time time) {
    this.audit = audit;
    this.time = time;
  }

  /**
   * Records it as {@code refused.<what>}.
   *
   * @param person empty if nobody is signed in
   * @param object what was requested, or from where
   */
  public void record(
      App app, Optional<PersonId> person, String what, String object, String detail) {
    var who = person.map(PersonId::value).orElse("");
    var written = person.isEmpty() ? byStrangers : bySignedIn;
    if (due(written, String.join("\0", app.name().value(), who, what, object, detail))) {
      var entry = AuditEntry.in(app.name());
      audit.record(
          person
              .map(entry::by)
              .orElseGet(entry::byStranger)
              .did("refused." + what, object)
              .saying(detail));
    }
  }

  private synchronized boolean due(Map<String, Long> written, String refusal) {
    var now = time.nanos();
    written.values().removeIf(at -> now - at >= ONCE_IN.toNanos());
    if (written.size() > MOST || written.putIfAbsent(refusal, now) != null) {
      return false;
    }
    if (written.size() > MOST) {
      LOG.warn(
          "More than {} refusals in a minute: the audit trail does not record all of them", MOST);
    }
    return written.size() <= MOST;
  }
}
