package belfry.bench.fuzz;

import java.util.List;

/**
 * What came back on one connection.
 *
 * @param trouble how it ended, where that is no answer of HTTP's; empty where nothing is to be said
 */
record Exchange(List<Answer> answers, End end, String trouble) {
  /** How the connection ended. */
  enum End {
    /** In order, or by us. */
    CLOSED,
    /** The other side threw away what it had not read. */
    RESET,
    /** Something came that is no HTTP. */
    GARBLED,
    /** Nothing came, for as long as anybody waits. */
    HUNG
  }

  Exchange {
    answers = List.copyOf(answers);
  }
}
