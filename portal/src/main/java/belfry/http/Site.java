package belfry.http;

import java.util.List;

/** What a server serves: who answers at which address. */
public interface Site {
  /** What is at these decoded segments of a path; also where nothing is, it says so itself. */
  Resource at(List<String> segments);

  /** What is at one address. */
  interface Resource {
    /** How errors are written here, whatever the method. */
    ErrorFormat errors();

    /**
     * Answers a request for this address.
     *
     * @throws Problem.Found 404 where nothing is here, 405 where the method is another, and
     *     whatever speaks against it
     */
    Reply answer(Request request);
  }

  /** How errors are written. */
  enum ErrorFormat {
    PROBLEM_JSON,
    /** Bare words, for whoever comes without a page. */
    PLAIN_TEXT
  }
}
