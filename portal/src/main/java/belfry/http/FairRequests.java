package belfry.http;

import belfry.base.Fatal;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.concurrent.Semaphore;

/**
 * Lets requests begin one after the other, each network's in its turn, and others go on between
 * them. Without this, a few connections whose requests are answered from memory, as refusals are,
 * keep the scheduler's queue full (see {@link OthersTurn}): beside forty of them, whoever waited
 * for the database was woken a second late.
 *
 * <p>Thread-safe.
 */
final class FairRequests implements AutoCloseable {
  /** So few that the others' wait is short, so many that the change of threads costs little. */
  static final int IN_A_ROW = 4;

  private final Runnable others;

  /** By network, first the one whose turn it is. */
  private final SequencedMap<String, Queue<Semaphore>> waiting = new LinkedHashMap<>();

  private final Thread thread;
  private boolean closed;

  FairRequests() {
    this(new OthersTurn("request-turns-of-others"));
  }

  private FairRequests(OthersTurn others) {
    this(others::await, others::close);
  }

  /** The same with another way to let others go on, and to end that. */
  FairRequests(Runnable others, Runnable end) {
    this.others = others;
    thread = Thread.ofPlatform().daemon().name("request-turns").start(() -> run(end));
  }

  /** Returns when it is the turn of a request from this network. */
  void await(String network) {
    var turn = new Semaphore(0);
    synchronized (this) {
      if (closed) {
        return;
      }
      waiting.computeIfAbsent(network, _ -> new ArrayDeque<>()).add(turn);
      notifyAll();
    }
    turn.acquireUninterruptibly();
  }

  private void run(Runnable end) {
    try {
      for (var begun = 1; ; begun++) {
        next().release();
        if (begun % IN_A_ROW == 0) {
          others.run();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (Error e) {
      Fatal.raise(e);
    } finally {
      end.run();
    }
  }

  private synchronized Semaphore next() throws InterruptedException {
    while (waiting.isEmpty()) {
      wait();
    }
    var first = waiting.firstEntry();
    waiting.remove(first.getKey());
    var turn = first.getValue().remove();
    if (!first.getValue().isEmpty()) {
      waiting.putLast(first.getKey(), first.getValue());
    }
    return turn;
  }

  /** Whoever still waits goes on. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      waiting.values().forEach(some -> some.forEach(Semaphore::release));
      waiting.clear();
    }
    thread.interrupt();
  }
}
