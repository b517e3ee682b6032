package belfry.http;

import belfry.base.Hash;
import belfry.base.Phrase;
import belfry.base.Time;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.RequestException;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Reads request bodies, within limits. */
public final class Bodies {
  public static final int LARGEST = 1024 * 1024;
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private static final int LONG_ANSWER = 64 * 1024;

  /** How long to wait for room, while the sender waits too. */
  private static final Duration AWAITED = Duration.ofSeconds(2);

  /**
   * A longer body may take longer, a second for each of these blocks, as long as it keeps coming.
   */
  private static final int A_SECOND = 64 * 1024;

  private Bodies() {}

  /**
   * Room, in KiB, for what is kept of requests until they are answered, and of answers until they
   * are sent. Parsing a body of a megabyte takes several times as much of the heap.
   */
  static Places room() {
    return new Places("KiB of requests and answers", 2 * 1024, 8 * 1024);
  }

  /**
   * The body as a form, with the key of the header {@code Idempotency-Key} if it takes one.
   *
   * @throws Problem.Thrown 415 if it is not JSON, 413 above 1 MiB, 408 if it comes too slowly, 400
   *     if it does not match the form, 429 or 503 if there is no room for it
   */
  public static <T> T json(Request request, Class<T> form) {
    return json(request, form, Set.of());
  }

  /**
   * Likewise, of a body that is more than one form.
   *
   * @param others the fields that another takes
   */
  public static <T> T json(Request request, Class<T> form, Set<String> others) {
    var type = request.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.matches("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?")) {
      throw Problem.mediaType().thrown();
    }
    readAhead(request);
    return IdempotencyKey.into(
        request, ApiJson.read(request.body().ahead.orElseThrow(), form, others));
  }

  /**
   * Reads all of a body, unless that was done, which {@link #json} may need afterwards.
   *
   * @throws Problem.Thrown 413 above 1 MiB, 408 if it comes too slowly, 429 or 503 if there is no
   *     room for it
   */
  public static void readAhead(Request request) {
    if (request.body().ahead.isPresent()) {
      return;
    }
    var declared = declared(request);
    request.body().takeRoom(declared, AWAITED);
    var bytes = new ByteArrayOutputStream(declared);
    try {
      copy(request, bytes, LARGEST, Phrase.of("body.tooLarge", "The body may have at most 1 MiB."));
    } catch (IOException _) {
      throw Problem.malformed().thrown();
    }
    request.body().ahead = Optional.of(bytes.toByteArray());
  }

  /** Reads a body that its handler does not need. */
  public static void skip(Request request) {
    var _ = request.body().readOut();
  }

  /** Reads all of a body of which only the hash is needed. */
  public static void readOut(Request request, int most, Phrase tooLarge) {
    try {
      var _ = copy(request, OutputStream.nullOutputStream(), most, tooLarge);
    } catch (IOException _) {
      throw Problem.malformed().thrown();
    }
  }

  /** The declared length in bytes; the maximum if none is declared. */
  private static int declared(Request request) {
    return (int) Math.min(length(request).orElse(LARGEST), LARGEST);
  }

  /**
   * Whether none of it needs to be read. What is only a little too long is read, because a sender
   * who is still sending often sees a broken connection in place of the answer.
   */
  private static boolean isFarTooLong(Request request, int most) {
    var length = length(request).orElse(0);
    return length > (request.header("expect").isPresent() ? most : (long) most + LARGEST);
  }

  private static OptionalLong length(Request request) {
    return request
        .header("content-length")
        .filter(length -> length.matches("\\d{1,18}"))
        .map(length -> OptionalLong.of(Long.parseLong(length)))
        .orElseGet(OptionalLong::empty);
  }

  /**
   * Copies the body unchanged and returns its length in bytes.
   *
   * @throws Problem.Thrown 413 above {@code most} bytes, before any is read if that is declared;
   *     408 if it comes too slowly
   * @throws IOException if it cannot be read or written
   */
  public static int copy(Request request, OutputStream to, int most, Phrase tooLarge)
      throws IOException {
    if (isFarTooLong(request, most)) {
      throw Problem.tooLarge(tooLarge).thrown();
    }
    var body = request.body();
    var copied = 0;
    var buffer = new byte[8192];
    for (var read = body.read(buffer); read >= 0; read = body.read(buffer)) {
      copied += read;
      if (copied > most) {
        throw Problem.tooLarge(tooLarge).thrown();
      }
      to.write(buffer, 0, read);
    }
    return copied;
  }

  /** A body that is being received. It ends with 408 if it takes too long as a whole. */
  public static final class Incoming extends InputStream {
    private final Supplier<InputStream> from;
    private final Time time;
    private final SlowRequests slow;
    private final Places room;
    private final long began;
    private String person = "";
    private Runnable atEnd = () -> {};
    private Optional<Places.Place> kept = Optional.empty();
    private long taken;
    private long allowed;
    private boolean ended;
    private boolean broken;
    private Optional<MessageDigest> digest = Optional.empty();
    private Optional<String> digested = Optional.empty();

    /** All of it, once it was read for {@link Bodies#json}. */
    private Optional<byte[]> ahead = Optional.empty();

    /**
     * Does not read yet.
     *
     * @param from called at the first read; a client that waits for permission to send its body
     *     gets it then
     * @param slow notified of what has arrived
     * @param room for what is kept of it
     */
    Incoming(Supplier<InputStream> from, Time time, SlowRequests slow, Places room) {
      this.from = from;
      this.time = time;
      this.slow = slow;
      this.room = room;
      began = time.nanos();
    }

    /** Names the person who sends it. */
    public void from(String person) {
      this.person = person;
    }

    /**
     * What is done before anything is made of it; it may throw, for its sender takes their time.
     */
    public void atEnd(Runnable check) {
      atEnd = check;
    }

    /** From now on, a hash is made of what is read. */
    public void digesting() {
      digest = Optional.of(Hash.sha256());
    }

    /** The hash of all of it; empty while some was not read. */
    public Optional<String> digest() {
      if (ended && digested.isEmpty()) {
        digested = digest.map(one -> HexFormat.of().formatHex(one.digest()));
      }
      return digested;
    }

    /** Takes room for bytes that will be kept until the request is answered. */
    private void takeRoom(int bytes, Duration patience) {
      kept = Optional.of(room.take(person, bytes / 1024 + 1, patience));
    }

    /**
     * The answer is kept until it is sent, and its reader decides how long that takes. So a long
     * answer needs room too. An answer that is the same for everybody is built only once.
     *
     * @throws Problem.Thrown if there is no room
     */
    void keep(int answer) {
      if (answer > LONG_ANSWER && !person.isEmpty()) {
        takeRoom(answer, Duration.ZERO);
      }
    }

    /** Releases all room. */
    void forget() {
      kept.ifPresent(Places.Place::close);
      kept = Optional.empty();
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (time.nanos() - began > LONGEST.plusSeconds(taken / A_SECOND).toNanos()) {
        throw Problem.tooSlow().thrown();
      }
      var read = ended ? -1 : next(buffer, offset, length);
      if (read > 0) {
        taken += read;
        digest.ifPresent(one -> one.update(buffer, offset, read));
      }
      if (read < 0 && !ended) {
        ended = true;
        slow.arrived();
        atEnd.run();
      }
      while (taken - allowed >= A_SECOND) {
        allowed += A_SECOND;
        slow.aSecondMore();
      }
      return read;
    }

    private int next(byte[] buffer, int offset, int length) throws IOException {
      try {
        return from.get().read(buffer, offset, length);
      } catch (RequestException | NumberFormatException _) {
        broken = true;
        throw Problem.malformed().thrown();
      } catch (ServerConnectionException | DataReader.InsufficientDataAvailableException e) {
        throw new CloseConnectionException("the sender of a body left", e);
      }
    }

    boolean ended() {
      return ended;
    }

    /**
     * Drains an unread body, so that another request can follow on this connection; false if it is
     * too long or takes too long.
     */
    boolean readOut() {
      var buffer = new byte[8192];
      var enough = time.nanos() + AWAITED.toNanos();
      try {
        while (!ended && !broken && taken <= LARGEST && time.nanos() - enough < 0) {
          var _ = read(buffer, 0, buffer.length);
        }
      } catch (IOException | Problem.Thrown _) {
        return false;
      }
      return ended;
    }
  }
}
