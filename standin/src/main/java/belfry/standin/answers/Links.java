package belfry.standin.answers;

import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;

/** Addresses of next pages. */
public final class Links {
  private Links() {}

  public static String relative(Request request, Fields query) {
    return request.path() + "?" + query.encoded();
  }

  /** On the host that the client itself has asked. */
  public static String absolute(Request request, Fields query) {
    return "http://" + request.header("Host").orElse("127.0.0.1") + relative(request, query);
  }

  public static Reply to(Reply reply, String next) {
    return reply.with("Link", "<" + next + ">; rel=\"next\"");
  }
}
