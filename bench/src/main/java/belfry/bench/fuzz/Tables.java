package belfry.bench.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Files of people as nobody should make them. */
final class Tables {
  private Tables() {}

  static byte[] odd(Dice dice) {
    var separator = dice.of(",", ";", "\t", "|", "");
    var end = dice.of("\n", "\r\n", "\r", "");
    var columns = dice.length(dice.oneIn(10) ? 10_000 : 40);
    var lines = dice.length(dice.oneIn(10) ? 50_000 : 200);
    var mark = dice.of("", "", "", "\ufeff", "sep=;\n", "PK\u0003\u0004");
    var table = new StringBuilder(mark);
    for (var line = 0; line < lines && table.length() < 300_000; line++) {
      table
          .append(
              IntStream.range(0, columns)
                  .mapToObj(_ -> cell(dice))
                  .collect(Collectors.joining(separator)))
          .append(end);
    }
    return table.toString().getBytes(dice.of(UTF_8, UTF_8, ISO_8859_1, UTF_16LE, UTF_16BE));
  }

  private static String cell(Dice dice) {
    return switch (dice.below(8)) {
      case 0 -> "a" + dice.below(100) + "@b.example";
      case 1 -> "Ana <a@b.example>";
      case 2 -> "\"" + Texts.odd(dice) + "\"";
      case 3 -> dice.of("\"", "\"\"", "\"a", "a\"b", "\"\n\"", "=1+1", "{{x}}", "<@all>");
      case 4 -> Texts.odd(dice);
      default -> "Desk " + dice.below(10);
    };
  }
}
