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
 * Keeps track of connections and their networks. When there is no room, the network with the most
 * connections gives way; among equals, the connection that has kept us waiting longest.
 */
final class Seats {
  /** The limit for one network; a browser has six. */
  static final int MOST_OF_A_NETWORK = 256;

  /** Each costs about 15 KiB of a small heap, and more while it sends something. */
  private static final int MOST = 512;

  /** How many more Helidon accepts; these get a seat or are told that there is no room. */
  static final int STANDING = 128;

  /** Up to this many from one network may be just a few people at work. */
  private static final int CROWD = 64;

  /** Room is made for several at once, because examining all seats takes time. */
  private static final int MADE_AT_ONCE = 32;

  /** Files that the program opens for other purposes: database, jars, its own connections. */
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

  /** How many seats there are if a process may open this many files. */
  static int within(long files) {
    return Math.clamp(files - OTHER_FILES - STANDING, MADE_AT_ONCE, MOST);
  }

  int most() {
    return most;
  }

  /**
   * Takes a seat; empty if this network already has too many.
   *
   * @param network the network whose share it uses; empty for a trusted proxy, which may have any
   *     number
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

  /** Nobody waits for this: one thread makes room for several. */
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
    // A snapshot, because changes during sorting would confuse the order.
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

  /** How many seats are taken now. */
  int inUse() {
    return taken.size();
  }

  /** A connection's seat, until it is closed. */
  final class Seat implements AutoCloseable {
    private final Optional<String> network;
    private final ConnectionContext connection;

    /** When it connected, or got its last answer. */
    private volatile long since = time.nanos();

    /** Whether it is the client's turn: to send something, or to read its answer. */
    private volatile boolean awaited = true;

    private Seat(Optional<String> network, ConnectionContext connection) {
      this.network = network;
      this.connection = connection;
    }

    /** From now on a request of it is being worked on. */
    void served() {
      awaited = false;
    }

    /** From now on Belfry waits for the client. */
    void awaited() {
      awaited = true;
    }

    /** It has received its answer. */
    void answered() {
      since = time.nanos();
    }

    private void end() {
      try {
        connection.serverSocket().close();
      } catch (UncheckedIOException _) {
        // It is already closed, which is the goal.
      }
    }

    @Override
    public void close() {
      remove(this);
    }
  }
}
