package belfry.simulator.api;

/** What the platform's documentation says about each status: platform-api.md 1.1. */
final class StatusTexts {
  private StatusTexts() {}

  static String of(int status) {
    return switch (status) {
      case 400 -> "The request was invalid or cannot be otherwise served.";
      case 401 -> "Authentication credentials were missing or incorrect.";
      case 403 -> "The request is understood, but it has been refused or access is not allowed.";
      case 404 -> "The URI requested is invalid or the resource requested does not exist.";
      case 409 -> "The request could not be processed because it conflicts with some rule.";
      case 410 -> "The requested resource is no longer available.";
      case 415 ->
          "The request was made to a resource without specifying a media type or used a media type"
              + " that is not supported.";
      case 423 -> "The requested resource is temporarily unavailable.";
      case 428 -> "File(s) cannot be scanned for malware and need to be force downloaded.";
      case 429 -> "Too many requests have been sent in a given amount of time.";
      case 502 ->
          "The server received an invalid response from an upstream server while processing the"
              + " request. Try again later.";
      case 503 -> "Server is overloaded with requests. Try again later.";
      case 504 ->
          "An upstream server failed to respond on time. If your query uses max parameter, please"
              + " try to reduce it.";
      default -> "Something went wrong on the server.";
    };
  }
}
