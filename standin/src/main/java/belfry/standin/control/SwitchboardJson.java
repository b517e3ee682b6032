package belfry.standin.control;

import belfry.standin.answers.Json;
import belfry.standin.answers.Problem;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Share;
import belfry.standin.switches.Switch;
import belfry.standin.switches.Switchboard;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;

/** Reads what is to be on, as {@code {"crlf": 0.2, "list-lag": {"share": 1, "value": 90000}}}. */
final class SwitchboardJson {
  private SwitchboardJson() {}

  /** Whatever is not named is off from now on. */
  static <S extends Switch> void set(Switchboard<S> board, ObjectNode wanted) {
    var shares = new LinkedHashMap<S, Share>();
    wanted
        .properties()
        .forEach(member -> {
          var one =
              board
                  .named(member.getKey())
                  .orElseThrow(() -> Problem.of(400, "There is nothing called " + member.getKey()));
          shares.put(one, share(member.getValue()));
        });
    board.set(shares);
  }

  private static Share share(JsonNode written) {
    var share = written.isObject() ? written.path("share") : written;
    if (!share.isNumber()) {
      throw Problem.of(400, "A share is a number between 0 and 1.");
    }
    try {
      return written.path("value").isNumber()
          ? Share.of(share.asDouble(), written.path("value").asLong())
          : Share.of(share.asDouble());
    } catch (IllegalArgumentException e) {
      throw Problem.of(400, String.valueOf(e.getMessage()));
    }
  }

  /** What is on, and what there is. */
  static <S extends Switch> ObjectNode shown(Switchboard<S> board) {
    var shown = Json.object();
    var on = shown.putObject("on");
    board
        .on()
        .forEach((one, share) ->
            on.putObject(one.label()).put("share", share.share()).put("value", board.value(one)));
    var known = shown.putObject("known");
    for (var one : board.known()) {
      var entry = known.putObject(one.label()).put("says", one.says());
      if (one instanceof Manner manner) {
        entry.put("family", manner.family());
      }
      if (one.usual() != 0) {
        entry.put("usual", one.usual());
      }
    }
    return shown;
  }
}
