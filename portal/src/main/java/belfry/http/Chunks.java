package belfry.http;

/**
 * A chunked body, strictly as in RFC 9112, 7.1, without extensions and trailers, which only
 * attackers send: if two readers see different ends, one request can hide in another.
 */
final class Chunks {
  /** More would not fit. */
  private static final int MOST_DIGITS = 15;

  private State state = State.SIZE;
  private int digits;
  private long size;

  /** What comes next. */
  private enum State {
    SIZE,
    END_OF_SIZE,
    DATA,
    AFTER_DATA,
    END_OF_DATA,
    LAST,
    END_OF_LAST,
    OVER
  }

  /**
   * The position in these bytes where this body, or what has arrived of it, ends.
   *
   * @throws io.helidon.http.RequestException if it is malformed
   */
  int end(byte[] bytes, int from) {
    var at = from;
    while (at < bytes.length && state != State.OVER) {
      if (state == State.DATA) {
        var taken = (int) Math.min(size, bytes.length - at);
        size -= taken;
        at += taken;
        state = size == 0 ? State.AFTER_DATA : State.DATA;
      } else {
        state = after(bytes[at++]);
      }
    }
    return at;
  }

  private State after(byte one) {
    return switch (state) {
      case SIZE -> one == '\r' && digits > 0 ? State.END_OF_SIZE : digit(one);
      case END_OF_SIZE -> expected('\n', one, size == 0 ? State.LAST : State.DATA);
      case AFTER_DATA -> expected('\r', one, State.END_OF_DATA);
      case END_OF_DATA -> {
        digits = 0;
        yield expected('\n', one, State.SIZE);
      }
      case LAST -> expected('\r', one, State.END_OF_LAST);
      case END_OF_LAST -> expected('\n', one, State.OVER);
      case DATA, OVER -> throw new IllegalStateException("no byte of a frame");
    };
  }

  private State digit(byte one) {
    var value = one < 0 ? -1 : Character.digit(one, 16);
    if (value < 0 || ++digits > MOST_DIGITS) {
      throw Framing.refused("the size of a chunk that is none");
    }
    size = size * 16 + value;
    return State.SIZE;
  }

  private static State expected(char what, byte one, State next) {
    if (one != what) {
      throw Framing.refused("a chunk that does not end where it says");
    }
    return next;
  }

  /** Whether the body is complete, so that another message comes next. */
  boolean areOver() {
    return state == State.OVER;
  }
}
