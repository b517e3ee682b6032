package belfry.bench.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a process has used, as Linux counts it.
 *
 * @param cpu of all its threads since its start
 * @param resident bytes in memory now
 * @param peak the most bytes it ever had in memory
 */
public record Usage(Duration cpu, long resident, long peak) {
  private static final Duration TICK = Duration.ofMillis(10);

  static Usage of(long pid) {
    var place = Path.of("/proc", Long.toString(pid));
    try {
      // The name, in brackets, may hold spaces; user and system time are the 14th and 15th field.
      var fields =
          Files.readString(place.resolve("stat")).replaceFirst("^.*\\) ", "").split(" ", -1);
      var ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      Map<String, String> status =
          Files.readAllLines(place.resolve("status")).stream()
              .map(line -> line.split(":\\s*", 2))
              .filter(pair -> pair.length == 2)
              .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
      return new Usage(TICK.multipliedBy(ticks), bytes(status, "VmRSS"), bytes(status, "VmHWM"));
    } catch (IOException e) {
      throw new TrialException("/proc tells nothing about process " + pid, e);
    }
  }

  private static long bytes(Map<String, String> status, String name) {
    return Long.parseLong(status.getOrDefault(name, "0 kB").replaceFirst(" kB$", "")) * 1024;
  }

  public static double megabytes(long bytes) {
    return bytes / 1e6;
  }
}
