package belfry.cli.settings;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Environment variables that have the look of settings and are none: a name that is misspelt leaves
 * its setting as it is by default. They are refused nowhere, because others may have set them.
 */
final class StrangeVariables {
  private static final String OURS = "BELFRY_";
  private static final String MOUNTED = "_FILE";

  /** Read by other commands, by what starts the program, and by its tests. */
  private static final Set<String> OTHERS =
      Set.of(
          Sources.CONFIG,
          "BELFRY_LOG",
          "BELFRY_LOG_LEVEL",
          "BELFRY_PORTAL",
          "BELFRY_APP",
          "BELFRY_TOKEN",
          "BELFRY_CHROMIUM");

  /** In letters; more than that is another name. */
  private static final int MISSPELT = 2;

  private StrangeVariables() {}

  /**
   * Those of this environment, each with what to do.
   *
   * @param used also those that the file names
   */
  static List<String> of(Map<String, String> environment, Collection<String> used) {
    var known = new TreeSet<>(used);
    known.addAll(OTHERS);
    var strange = new ArrayList<String>();
    new TreeMap<>(environment)
        .forEach((name, value) -> {
          if (name.startsWith(OURS)
              && !known.contains(name)
              && !known.contains(withoutFile(name))
              && !isOfKubernetes(name, value)) {
            strange.add(
                "%s is in the environment, and there is no such setting: it changes nothing.%s"
                    .formatted(
                        name,
                        meant(name, known)
                            .map(meant -> " Write " + meant + " if you mean that.")
                            .orElse(" See docs/configuration.md.")));
          }
        });
    return strange;
  }

  /** What it sets in each container for a service called belfry, or belfry-postgresql. */
  private static boolean isOfKubernetes(String name, String value) {
    return name.matches("BELFRY_(\\w+_)?(SERVICE_(HOST|PORT.*)|PORT_\\d+_.+)")
        || (name.matches("BELFRY_(\\w+_)?PORT") && value.contains("://"));
  }

  private static String withoutFile(String name) {
    return name.endsWith(MOUNTED) ? name.substring(0, name.length() - MOUNTED.length()) : name;
  }

  private static Optional<String> meant(String name, Set<String> known) {
    var bare = name.substring(OURS.length());
    if (known.contains(bare) || known.contains(withoutFile(bare))) {
      return Optional.of(bare);
    }
    return nearest(name, known)
        .or(() -> nearest(withoutFile(name), known).map(one -> one + MOUNTED));
  }

  private static Optional<String> nearest(String name, Set<String> known) {
    return known.stream()
        .filter(one -> one.startsWith(OURS) && distance(one, name) <= MISSPELT)
        .min(Comparator.comparingInt(one -> distance(one, name)));
  }

  /** How many letters must be put in, left out or replaced (Levenshtein). */
  private static int distance(String one, String other) {
    var row = new int[other.length() + 1];
    for (var j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (var i = 1; i <= one.length(); i++) {
      var diagonal = row[0];
      row[0] = i;
      for (var j = 1; j < row.length; j++) {
        var replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
