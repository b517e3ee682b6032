package belfry.hooks;

import belfry.access.Audit;
import belfry.access.AuditEntry;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Disables programs that cannot be told anything, and says what is to be done. */
record HookEnds(Audit audit) {
  private static final Logger LOG = LoggerFactory.getLogger(HookEnds.class);

  /** In the caller's transaction; a second time changes nothing. */
  void disable(Handle handle, Hook hook, Hook.State why) {
    if (!HookStore.disable(handle, hook.id(), why)) {
      return;
    }
    var words =
        switch (why) {
          case GONE -> "it answered 410, so it wants nothing more";
          case FAILING ->
              Destinations.hasPort(hook.url())
                  ? "it took nothing for %d days (%s)"
                      .formatted(HookRetries.LONGEST.toDays(), hook.failure())
                  : "there is no port " + hook.url().getPort();
          case FULL -> "%d events are waiting for it".formatted(HookQueue.MOST_WAITING);
          case ENABLED, OFF -> throw new IllegalArgumentException(why.word());
        };
    LOG.warn(
        "App {}: the webhook {} is disabled: {}. It is told nothing more. Mend the program behind it, then enable the webhook or delete it",
        hook.app(),
        hook.shown(),
        words);
    audit.record(
        handle,
        AuditEntry.in(hook.app())
            .did("webhook.disable", hook.id().toString())
            .saying(
                "%s: %s. Mend the program behind it, then enable it again"
                    .formatted(hook.shown(), words)));
  }
}
