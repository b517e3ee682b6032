package belfry.bench.fuzz;

import belfry.bench.fuzz.Exchange.End;
import belfry.bench.fuzz.Question.Manner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Brings a question on a connection of its own, and listens until that ends. */
final class Line implements AutoCloseable {
  /** Nothing that the portal waits for on purpose takes so long. */
  static final Duration LONGEST = Duration.ofSeconds(60);

  private static final int PLACES = 1_000;

  private final int port;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("fuzz-clock").daemon().factory());

  Line(int port) {
    this.port = port;
  }

  /** Of one network the portal begins a few connections a second only, where many come. */
  private static InetAddress from(Question question) {
    var place = question.number() % PLACES;
    return InetAddress.ofLiteral("127.4.%d.%d".formatted(place / 250, 1 + place % 250));
  }

  Exchange ask(Question question) {
    var late = new AtomicBoolean();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port, from(question), 0)) {
      socket.setTcpNoDelay(true);
      var alarm =
          clock.schedule(
              () -> {
                late.set(true);
                cut(socket);
              },
              LONGEST.toSeconds(),
              TimeUnit.SECONDS);
      try {
        return ask(socket, question, late);
      } finally {
        alarm.cancel(false);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("there is nobody to ask", e);
    }
  }

  private static Exchange ask(Socket socket, Question question, AtomicBoolean late)
      throws IOException {
    var answers = new ArrayList<Answer>();
    try {
      write(socket, question);
      if (question.manner() == Manner.ABANDONED) {
        socket.setSoLinger(question.number() % 2 == 0, 0);
        return new Exchange(answers, End.CLOSED, "");
      }
      listen(socket, question, answers);
      return new Exchange(answers, End.CLOSED, "");
    } catch (AnswerReader.NoHttp e) {
      return new Exchange(answers, late.get() ? End.HUNG : End.GARBLED, e.toString());
    } catch (IOException e) {
      return new Exchange(answers, late.get() ? End.HUNG : End.RESET, e.toString());
    }
  }

  /** Who has heard enough may leave before all is said, so that is no failure. */
  private static void write(Socket socket, Question question) throws IOException {
    var bytes = question.bytes();
    var out = socket.getOutputStream();
    try {
      var piece = question.manner() == Manner.IN_PIECES ? 1 + bytes.length / 7 : bytes.length;
      for (var from = 0; from < bytes.length; from += piece) {
        out.write(bytes, from, Math.min(piece, bytes.length - from));
      }
      // So that nobody waits for more, whatever these bytes have announced.
      socket.shutdownOutput();
    } catch (IOException _) {
      // What was answered before can be read all the same.
    }
  }

  private static void listen(Socket socket, Question question, List<Answer> answers)
      throws IOException {
    var reader = new AnswerReader(new BufferedInputStream(socket.getInputStream()));
    var answer = reader.next(question.asksForHeadOnly());
    while (answer.isPresent()) {
      answers.add(answer.get());
      if (!answer.get().whole()) {
        return;
      }
      answer = reader.next(false);
    }
  }

  private static void cut(Socket socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // It is closed already.
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
