package belfry.simulator.api;

import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;
import java.util.List;

/** Page sizes and the header that leads to the next page: platform-api.md 1.2. */
final class Paging {
  private static final int USUAL_SIZE = 100;
  private static final int LARGEST_SIZE = 1_000;
  static final String CURSOR = "cursor";

  private Paging() {}

  /** The stretch of a list that a call asks for. */
  record Stretch(int from, int size) {
    /** One more than is shown, to tell whether there is a next page. */
    int look() {
      return size + 1;
    }
  }

  static Stretch stretch(Exchange exchange) {
    var call = exchange.call();
    var size = size(call, "max", USUAL_SIZE, LARGEST_SIZE);
    return new Stretch(cursor(call), exchange.pageOf(size));
  }

  /** How much of a list was shown already. */
  static int cursor(Call call) {
    return number(call, CURSOR, 0);
  }

  /** One page, and the way to the next if there was one more than is shown. */
  static <T> Answer.Full page(Call call, Stretch stretch, List<T> found, Json.Item<T> item) {
    var shown = found.stream().limit(stretch.size()).toList();
    var page = Json.answer(200, json -> Json.array(json, "items", shown, item));
    return found.size() > stretch.size()
        ? linked(page, call, CURSOR, stretch.from() + stretch.size())
        : page;
  }

  /** Rooms are stricter than the rest: what is beyond the bounds is refused and not cut. */
  static void refuseBeyondBounds(Call call) {
    var size = number(call, "max", USUAL_SIZE);
    if (size < 1 || size > LARGEST_SIZE) {
      throw new Problem(400, "'max' must be from 1 to %d.".formatted(LARGEST_SIZE));
    }
  }

  /** A page size: what exceeds the cap is cut without a word, and no page is of nothing. */
  static int size(Call call, String name, int usual, int cap) {
    return Math.clamp(number(call, name, usual), 1, cap);
  }

  static int number(Call call, String name, int usual) {
    try {
      var number = call.query(name).map(Integer::parseInt).orElse(usual);
      if (number < 0) {
        throw new Problem(400, "'%s' must not be negative.".formatted(name));
      }
      return number;
    } catch (NumberFormatException e) {
      throw new Problem(400, "'%s' must be a number.".formatted(name));
    }
  }

  /** The same query again with one parameter changed. */
  static Answer.Full linked(Answer.Full page, Call call, String parameter, Object value) {
    return page.with("Link", "<%s>; rel=\"next\"".formatted(call.again(parameter, value)));
  }
}
