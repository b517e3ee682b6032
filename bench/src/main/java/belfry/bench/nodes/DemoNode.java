package belfry.bench.nodes;

import belfry.bench.site.PortalProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** One node of the demo: a process of the program, which may be started again and again. */
record DemoNode(String name, PortalProcess portal) {
  private static final Pattern OWNED =
      Pattern.compile("(?m)^belfry_lane_owned\\{app=\"([^\"]+)\"\\} 1(?:\\.0)?$");

  /** Starts nothing yet; its log and its data go into the directory. */
  static DemoNode of(int number, Path directory, Map<String, String> settings) {
    var portal = new PortalProcess(settings, directory.resolve("node-" + number + ".log"));
    portal.set("BELFRY_DATA", directory.resolve("node-" + number).toString());
    return new DemoNode("node " + number, portal);
  }

  long pid() {
    return portal.process().pid();
  }

  /** The apps it sends for; none while it does not answer. */
  Set<String> lanes() {
    var found = new TreeSet<String>();
    portal
        .answer("/metrics")
        .ifPresent(
            metrics -> OWNED.matcher(metrics).results().forEach(one -> found.add(one.group(1))));
    return found;
  }
}
