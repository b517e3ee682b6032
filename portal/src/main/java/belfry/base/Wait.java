package belfry.base;

import java.time.Instant;
import java.util.Optional;

/**
 * What something waits for, and until when as far as that is known: one vocabulary for the page,
 * programs, operators, the log and measurements.
 */
public record Wait(For what, Optional<Instant> until) {
  /** For what something can wait. */
  public enum For {
    TIME("time"),
    /** It begins in a moment, and until then nothing has happened. */
    UNDO("undo"),
    /** Who gets it is being read. */
    RECIPIENTS("recipients"),
    /** Who gets it cannot be read now. */
    DIRECTORY("directory"),
    DECISION("decision"),
    RESUME("resume"),
    QUIET_HOURS("quietHours"),
    FIRST_WAVE("firstWave"),
    /** The platform limits how fast the bot may send. */
    LIMIT("limit"),
    /** The platform takes nothing for this recipient, and others get it. */
    REFUSAL("refusal"),
    ANSWER("answer"),
    /** An answer was lost. */
    RECORD("record"),
    OTHER_MESSAGE("otherMessage"),
    /** Who has acknowledged a message is not known, so nobody is reminded of it. */
    ANSWERS("answers"),
    OUTAGE("outage"),
    TOKEN("token"),
    /** No process sends for the bot. */
    LANE("lane"),
    DATABASE("database"),
    /** It is damaged, or a newer version wrote it. */
    VERSION("version"),
    TURN("turn");

    private final String word;

    For(String word) {
      this.word = word;
    }

    /** The name in the API and in measurements. */
    public String word() {
      return word;
    }

    public Phrase words() {
      return switch (this) {
        case TIME -> Phrase.of("waits.time", "Waiting for its time");
        case UNDO -> Phrase.of("waits.undo", "Waiting while it can still be undone");
        case RECIPIENTS -> Phrase.of("waits.recipients", "Waiting for its recipients to be read");
        case DIRECTORY -> Phrase.of("waits.directory", "Waiting for the directory");
        case DECISION -> Phrase.of("waits.decision", "Waiting for somebody to decide");
        case RESUME -> Phrase.of("waits.resume", "Waiting for somebody to resume it");
        case QUIET_HOURS -> Phrase.of("waits.quietHours", "Waiting for the end of quiet hours");
        case FIRST_WAVE -> Phrase.of("waits.firstWave", "Waiting for the first wave");
        case LIMIT -> Phrase.of("waits.limit", "Waiting because Webex asked us to");
        case REFUSAL ->
            Phrase.of("waits.refusal", "Waiting for Webex, which does not take it at the moment");
        case ANSWER -> Phrase.of("waits.answer", "Waiting for an answer from Webex");
        case RECORD -> Phrase.of("waits.record", "Waiting to see whether it arrived");
        case OTHER_MESSAGE ->
            Phrase.of("waits.otherMessage", "Waiting for another message to the same person");
        case ANSWERS -> Phrase.of("waits.answers", "Waiting until what people answered is read");
        case OUTAGE -> Phrase.of("waits.outage", "Waiting for Webex, which does not answer");
        case TOKEN -> Phrase.of("waits.token", "Waiting for a bot token that can be used");
        case LANE -> Phrase.of("waits.lane", "Waiting for Belfry to send for this bot");
        case DATABASE -> Phrase.of("waits.database", "Waiting for the database");
        case VERSION ->
            Phrase.of("waits.version", "Waiting for a version of Belfry that can read it");
        case TURN -> Phrase.of("waits.turn", "Waiting for its turn");
      };
    }

    /** Without a moment. */
    public Wait open() {
      return new Wait(this, Optional.empty());
    }

    public Wait until(Instant moment) {
      return new Wait(this, Optional.of(moment));
    }

    /** Whether it goes on by itself within moments if all is well. */
    public boolean isCourse() {
      return this == ANSWER || this == TURN;
    }
  }

  /** For operators, like "Waiting for the end of quiet hours, until 2026-11-28T07:00:00Z". */
  public String english() {
    return what.words().english() + until.map(moment -> ", until " + moment).orElse("");
  }
}
