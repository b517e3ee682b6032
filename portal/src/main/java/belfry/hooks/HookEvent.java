package belfry.hooks;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What another program can be told. */
public enum HookEvent {
  /** It goes out at a time, or at another one than before. */
  JOB_SCHEDULED("job.scheduled"),
  /** It was changed while it waits to be sent. */
  JOB_EDITED("job.edited"),
  JOB_STARTED("job.started"),
  JOB_FINISHED("job.finished"),
  /** It has finished, and nobody got it. */
  JOB_FAILED("job.failed"),
  JOB_CANCELLED("job.cancelled"),
  /** It waits until somebody decides. */
  JOB_HELD("job.held"),
  JOB_RECALLED("job.recalled"),
  JOB_CORRECTED("job.corrected"),
  /** Somebody has acknowledged it. */
  JOB_ACKNOWLEDGED("job.acknowledged"),
  /** What became of these recipients, in batches. */
  RECIPIENTS_SETTLED("recipients.settled"),
  /** So many more recipients failed or are held, in batches. */
  RECIPIENTS_FAILED("recipients.failed"),
  ANSWER_RECEIVED("answer.received"),
  /** Somebody asked for it, to see whether it arrives. */
  TEST("webhook.test");

  private final String word;

  HookEvent(String word) {
    this.word = word;
  }

  /** Its name in what is sent, in the API and in the database. */
  public String word() {
    return word;
  }

  /** Those that can be chosen. */
  public static List<HookEvent> choices() {
    return Arrays.stream(values()).filter(one -> one != TEST).toList();
  }

  /** One that can be chosen; empty for anything else. */
  public static Optional<HookEvent> choice(String word) {
    return choices().stream().filter(one -> one.word.equals(word)).findFirst();
  }
}
