package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tells where somebody sits in front of the program. */
public final class Terminal {
  private static final Pattern DEVICE = Pattern.compile("/dev/(pts/|tty|console).*");

  private Terminal() {}

  /** Whether somebody types what the program reads. */
  static boolean isInput() {
    return is(0);
  }

  /** Whether somebody reads its errors on something that can draw over a line. */
  static boolean isError(Optional<String> kind) {
    return kind.filter(name -> !name.equals("dumb")).isPresent() && is(2);
  }

  /** Standard output; what other programs read is in UTF-8, whatever the terminal speaks. */
  public static PrintWriter output() {
    return new PrintWriter(System.out, true, is(1) ? System.out.charset() : UTF_8);
  }

  /** Java itself knows only whether input and output together are a terminal. */
  private static boolean is(int descriptor) {
    try {
      var device = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor)).toString();
      return DEVICE.matcher(device).matches();
    } catch (IOException | UnsupportedOperationException _) {
      return Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
    }
  }
}
