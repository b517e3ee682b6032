package belfry.http;

import belfry.base.Time;
import io.helidon.webserver.ConnectionContext;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Who is connected, and from where. Where there is room for no more, the largest crowd from one
 * place makes some; among equals it is whoever has kept us waiting for the longest.
 */
final class Seats {
  /** Of one network; a browser has six. */
  static final int MOST_OF_A_NETWORK = 256;

  /** Each costs some 15 KiB of a small heap, and more while it says something. */
  private static final int MOST = 512;

  /** Helidon lets in so many more, who are seated, or told that there is no room. */
  static final int STANDING = 128;

  /** So many from one network are no more than a few people who work. */
  private static final int CROWD = 64;

  /** Room is made for some at once, as looking at all seats takes its time. */
  private static final int MADE_AT_ONCE = 32;

  /** Files that the program opens besides: database, jars, connections of its own. */
  private static final int OTHER_FILES = 384;

  private final int most;
  private final Time time;
  private final Set<Seat> taken = ConcurrentHashMap.newKeySet();
  private final ConcurrentMap<String, Integer> networks = new ConcurrentHashMap<>();
  private final ReentrantLock makingRoom = new ReentrantLock();

  Seats(int most, Time time) {
    this.most = most;
    this.time = time;
  }

  /** How many there are where a process may open so many files. */
  static int within(long files) {
    return Math.clamp(files - OTHER_FILES - STANDING, MADE_AT_ONCE, MOST);
  }

  int most() {
    return most;
  }

  /**
   * Takes a seat; none where this network has too many already.
   *
   * @param network whose share it is; empty for a proxy of ours, of which there may be any number
   */
  Optional<Seat> take(Optional<String> network, ConnectionContext connection) {
    var others = network.map(one -> networks.merge(one, 1, Integer::sum) - 1).orElse(0);
    if (others >= MOST_OF_A_NETWORK || (taken.size() >= most && isLargestCrowd(network, others))) {
      network.ifPresent(this::leave);
      return Optional.empty();
    }
    var seat = new Seat(network, connection);
    taken.add(seat);
    if (taken.size() > most) {
      makeRoom(seat);
    }
    return Optional.of(seat);
  }

  private boolean isLargestCrowd(Optional<String> network, int size) {
    return size >= CROWD
        && networks.entrySet().stream()
            .noneMatch(
                other -> other.getValue() > size && !network.equals(Optional.of(other.getKey())));
  }

  /** Nobody waits for that: where one makes room, others find it. */
  private void makeRoom(Seat except) {
    if (!makingRoom.tryLock()) {
      return;
    }
    List<Seat> leaving;
    try {
      leaving = slowest(except);
      leaving.forEach(this::remove);
    } finally {
      makingRoom.unlock();
    }
    leaving.forEach(Seat::end);
  }

  private List<Seat> slowest(Seat except) {
    // What changes meanwhile would confuse the order.
    record Look(Seat seat, int crowd, boolean awaited, long since) {}
    return taken.stream()
        .filter(seat -> seat != except)
        .map(seat -> new Look(seat, crowd(seat), seat.awaited, seat.since))
        .sorted(
            Comparator.comparingInt(Look::crowd)
                .thenComparing(Look::awaited)
                .reversed()
                .thenComparingLong(Look::since))
        .limit(Math.max(MADE_AT_ONCE, taken.size() - most))
        .map(Look::seat)
        .toList();
  }

  private int crowd(Seat seat) {
    return seat.network.map(one -> Math.max(CROWD, networks.getOrDefault(one, 0))).orElse(0);
  }

  private void remove(Seat seat) {
    if (taken.remove(seat)) {
      seat.network.ifPresent(this::leave);
    }
  }

  private void leave(String network) {
    networks.computeIfPresent(network, (_, count) -> count == 1 ? null : count - 1);
  }

  /** How many are taken now. */
  int inUse() {
    return taken.size();
  }

  /** One connection's, until it is closed. */
  final class Seat implements AutoCloseable {
    private final Optional<String> network;
    private final ConnectionContext connection;

    /** When it came, or had its last answer. */
    private volatile long since = time.nanos();

    /** Whether it is the other side's turn: to say something, or to take what it asked for. */
    private volatile boolean awaited = true;

    private Seat(Optional<String> network, ConnectionContext connection) {
      this.network = network;
      this.connection = connection;
    }

    /** From now on something is being done for it. */
    void served() {
      awaited = false;
    }

    /** From now on it is waited for. */
    void awaited() {
      awaited = true;
    }

    /** It has had its answer. */
    void answered() {
      since = time.nanos();
    }

    private void end() {
      try {
        connection.serverSocket().close();
      } catch (UncheckedIOException _) {
        // It is closed already, which is what was wanted.
      }
    }

    @Override
    public void close() {
      remove(this);
    }
  }
}
