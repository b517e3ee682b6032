package belfry.bench.nodes;

import belfry.bench.site.Pauses;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Looks at all nodes again and again, says what changes, and starts those again that ended. */
final class Watch implements AutoCloseable {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final Duration COMES_BACK_AFTER = Duration.ofSeconds(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(10);

  private final List<DemoNode> nodes;
  private final PrintWriter out;

  /** Which node sends for which app. */
  private final Map<String, DemoNode> owners = new TreeMap<>();

  /** Since when a node has been gone; kept until it sends again. */
  private final Map<DemoNode, Long> gone = new HashMap<>();

  private final Set<DemoNode> down = new HashSet<>();

  /** A platform thread, because nodes that it starts end with it. */
  private final Thread thread = Thread.ofPlatform().name("nodes").daemon().unstarted(this::watch);

  private volatile boolean closing;

  Watch(List<DemoNode> nodes, PrintWriter out) {
    this.nodes = List.copyOf(nodes);
    this.out = out;
  }

  /** From now on, it tells. */
  void start() {
    thread.start();
  }

  /** Who sends for which app now; before {@link #start} only. */
  Map<String, DemoNode> look() {
    owners.putAll(seen());
    return Map.copyOf(owners);
  }

  private Map<String, DemoNode> seen() {
    var seen = new TreeMap<String, DemoNode>();
    nodes.stream()
        .filter(node -> node.portal().isAlive())
        .forEach(node -> node.lanes().forEach(app -> seen.put(app, node)));
    return seen;
  }

  private void watch() {
    while (!closing) {
      nodes.forEach(this::look);
      seen().forEach(this::sends);
      Pauses.of(BETWEEN_LOOKS);
    }
  }

  private void look(DemoNode node) {
    if (node.portal().isAlive()) {
      return;
    }
    if (down.add(node)) {
      gone.put(node, System.nanoTime());
      var apps = owners.keySet().stream().filter(app -> node.equals(owners.get(app))).toList();
      say(
          "%s (process %d) has ended%s. It is started again in %d s"
              .formatted(
                  node.name(),
                  node.pid(),
                  apps.isEmpty() ? "" : ", which sent for " + String.join(", ", apps),
                  COMES_BACK_AFTER.toSeconds()));
    } else if (since(node).compareTo(COMES_BACK_AFTER) >= 0 && !closing) {
      node.portal().launchApart();
      down.remove(node);
      say("%s is started again as process %d".formatted(node.name(), node.pid()));
    }
  }

  private void sends(String app, DemoNode node) {
    var before = owners.put(app, node);
    if (node.equals(before)) {
      return;
    }
    var later =
        before != null && down.contains(before)
            ? ", %.1f s after %s ended".formatted(since(before).toMillis() / 1e3, before.name())
            : "";
    say("%s sends for %s now%s".formatted(node.name(), app, later));
  }

  private Duration since(DemoNode node) {
    return Duration.ofNanos(System.nanoTime() - gone.getOrDefault(node, System.nanoTime()));
  }

  private void say(String line) {
    if (!closing) {
      out.println(line);
      out.flush();
    }
  }

  /** It starts nothing any more. */
  @Override
  public void close() {
    closing = true;
    try {
      thread.join(LAST_LOOK);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
