package belfry.http;

import java.util.List;

/** The content of a server: what answers at which address. */
public interface Site {
  /** The resource at these decoded path segments; if there is none, a resource that says so. */
  Resource at(List<String> segments);

  /** The resource at one address. */
  interface Resource {
    /** The error format, whatever the method. */
    ErrorFormat errors();

    /**
     * Answers a request for this address.
     *
     * @throws Problem.Thrown 404 if nothing is here, 405 for a wrong method, and any other problem
     */
    Reply answer(Request request);
  }

  /** The format of errors. */
  enum ErrorFormat {
    PROBLEM_JSON,
    /** Plain text, for browsers that come without the page. */
    PLAIN_TEXT
  }
}
