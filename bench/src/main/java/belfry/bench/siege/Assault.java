package belfry.bench.siege;

import belfry.bench.siege.Crowd.Part;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;

/** Who comes when one kind's share begins. */
final class Assault {
  private static final Duration SOON = Duration.ofSeconds(1);

  /** After which a socket that was closed comes again. */
  private static final Duration LATER = Duration.ofSeconds(3);

  /** After which one comes again that was closed with its answer. */
  private static final Duration AT_ONCE = Duration.ofMillis(50);

  /** As little as a socket can have. */
  private static final int SMALL = 2_048;

  private static final int CALLBACKS = 250;

  private final Target target;
  private final Told.Count told;

  /** {@code told} counts what is answered on a connection that is kept open. */
  Assault(Target target, Told.Count told) {
    this.target = target;
    this.told = told;
  }

  List<Part> of(Kind kind) {
    var files = target.previews() / 3;
    return switch (kind) {
      case NOBODY -> List.of();
      case SILENT -> sockets(0, LATER, (line, _) -> Manners.drip(line, "", ""));
      case HEADERS -> sockets(0, LATER, Manners::unfinished);
      case BODIES -> sockets(0, LATER, (line, number) -> Manners.slowBody(target, line, number));
      case DEAF -> sockets(SMALL, LATER, (line, number) -> Manners.deaf(line, large(number)));
      case RESTLESS -> sockets(0, Duration.ofSeconds(4), Manners::restless);
      case STREAMS ->
          List.of(
              part(
                  target.streams(),
                  Addresses::ofMany,
                  (line, number) -> Manners.stream(target, line, number)));
      case PREVIEWS ->
          List.of(
              part(
                  target.previews(),
                  Addresses::ofMany,
                  (line, number) -> Manners.preview(target, line, number)));
      case FILES ->
          List.of(
              part(
                  files, Addresses::ofMany, (line, number) -> Manners.upload(target, line, number)),
              part(
                  files,
                  Addresses::ofMany,
                  (line, number) -> Manners.export(target, line, number)));
      case CALLBACKS ->
          List.of(
              part(CALLBACKS, Addresses::ofMany, Manners::callback),
              part(CALLBACKS, _ -> Addresses.ONE, Manners::callback));
      case REFUSED -> trifles(_ -> Addresses.ONE);
      case SCATTERED -> trifles(Addresses::own);
    };
  }

  /** From many addresses, and some more from one alone. */
  private List<Part> sockets(int room, Duration pause, Manner manner) {
    var all = target.sockets();
    return List.of(
        new Part(all, Addresses::ofMany, room, pause, manner),
        new Part(all / 8, _ -> Addresses.ONE, room, pause, manner));
  }

  private List<Part> trifles(IntFunction<String> from) {
    var trifles = target.trifles();
    return List.of(
        new Part(
            target.kept(),
            from,
            0,
            AT_ONCE,
            (line, number) -> Manners.again(line, trifles.get(number % trifles.size()), told)));
  }

  private static Part part(int sockets, IntFunction<String> from, Manner manner) {
    return new Part(sockets, from, 0, SOON, manner);
  }

  /** Of a stranger what everybody may read; of senders what is as long as anything here. */
  private String large(int number) {
    return switch (number % 3) {
      case 0 -> "GET /openapi.yaml HTTP/1.1\r\nHost: here\r\n\r\n";
      case 1 -> sender(number, "jobs/detail/" + target.list());
      default -> sender(number, "jobs/attachment/" + target.file());
    };
  }

  private String sender(int number, String path) {
    return target.sender(number).head("GET", Session.path(path)) + "\r\n";
  }
}
