package belfry.web.frame;

import belfry.base.Said;
import belfry.base.Wait;
import java.time.Instant;
import java.util.Optional;

/**
 * What something waits for.
 *
 * @param reason for programs; the words are for people, and do not name the moment
 */
public record WaitView(String reason, String words, Optional<Said> said, Optional<Instant> until) {
  public static WaitView of(Wait wait) {
    var words = wait.what().words();
    return new WaitView(wait.what().word(), words.english(), Said.of(words), wait.until());
  }
}
