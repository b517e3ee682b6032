package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.delivery.foundation.LaneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneBalancerTest {
  @Test
  void whoJoinsAsksForOneOfTheManyLanesOfAnother() {
    var lanes = List.of(held("a", "first"), held("b", "first"));

    assertThat(LaneBalancer.wishes(lanes, "second").getFirst().owner()).isEqualTo("first");
    assertThat(LaneBalancer.wishes(lanes, "first")).isEmpty();
  }

  @Test
  void oneLaneMoreThanAnotherIsNotWorthAHandover() {
    var lanes = List.of(held("a", "first"), held("b", "first"), held("c", "second"));

    assertThat(LaneBalancer.wishes(lanes, "second")).isEmpty();
    assertThat(LaneBalancer.wishes(lanes.subList(0, 1), "second")).isEmpty();
  }

  @Test
  void aLaneThatStandsStillIsAskedForWhateverTheCounts() {
    var lanes =
        List.of(
            held("a", "first"),
            held("b", "first"),
            new LaneBalancer.OwnedLane(LaneId.parse("c"), "first", 1, "", true, false),
            held("d", "second"));

    assertThat(LaneBalancer.wishes(lanes, "second"))
        .extracting(lane -> lane.id().value())
        .containsExactly("c", "a", "b");
    assertThat(LaneBalancer.wishes(lanes.subList(2, 4), "second")).hasSize(1);
    assertThat(LaneBalancer.wishes(lanes, "first")).isEmpty();
  }

  /** There each second node would begin what the others rest for. */
  @Test
  void botsThatShareALimitComeTogetherWhereMostOfThemAre() {
    var lanes =
        List.of(
            held("a", "first"),
            sharing("a#1", "second"),
            sharing("a#2", "second"),
            held("b", "first"),
            held("c", "first"));

    assertThat(LaneBalancer.wishes(lanes, "first")).isEmpty();
    assertThat(LaneBalancer.wishes(lanes, "second"))
        .extracting(lane -> lane.id().value())
        .containsExactly("a");
    var together =
        List.of(
            sharing("a", "second"),
            sharing("a#1", "second"),
            sharing("a#2", "second"),
            sharing("a#3", "second"),
            held("b", "first"));
    assertThat(LaneBalancer.wishes(together, "first")).isEmpty();
  }

  private static LaneBalancer.OwnedLane sharing(String lane, String owner) {
    return new LaneBalancer.OwnedLane(LaneId.parse(lane), owner, 1, "", false, true);
  }

  @Test
  void whatIsAskedForAlreadyCountsForWhoAsked() {
    var lanes =
        List.of(
            held("a", "first"),
            held("b", "first"),
            new LaneBalancer.OwnedLane(LaneId.parse("c"), "first", 1, "second", false, false),
            new LaneBalancer.OwnedLane(LaneId.parse("d"), "first", 1, "second", false, false));

    assertThat(LaneBalancer.wishes(lanes, "second")).isEmpty();
    assertThat(LaneBalancer.wishes(lanes, "third").getFirst().wantedBy()).isEmpty();
  }

  @Test
  void howeverTheyBeginTheLanesEndUpSharedOutAndThenStay() {
    for (var seed = 0; seed < 2_000; seed++) {
      var random = new SplittableRandom(seed);
      var nodes = random.nextInt(1, 6);
      var lanes = new ArrayList<LaneBalancer.OwnedLane>();
      for (var i = random.nextInt(17); i > 0; i--) {
        lanes.add(held("app" + i, "node" + random.nextInt(nodes)));
      }

      var moves = 0;
      for (var asker = asker(lanes, nodes, random);
          asker.isPresent();
          asker = asker(lanes, nodes, random)) {
        var wish = LaneBalancer.wishes(lanes, asker.get()).getFirst();
        lanes.set(lanes.indexOf(wish), held(wish.id().value(), asker.get()));
        assertThat(++moves).as("seed %d", seed).isLessThanOrEqualTo(lanes.size());
      }

      var counts =
          IntStream.range(0, nodes)
              .map(node ->
                  (int) lanes.stream().filter(lane -> lane.owner().equals("node" + node)).count())
              .summaryStatistics();
      assertThat(counts.getMax() - counts.getMin()).as("seed %d", seed).isLessThanOrEqualTo(1);
    }
  }

  /** Any of the nodes that want a lane. */
  private static Optional<String> asker(
      List<LaneBalancer.OwnedLane> lanes, int nodes, SplittableRandom random) {
    var askers =
        IntStream.range(0, nodes)
            .mapToObj(node -> "node" + node)
            .filter(node -> !LaneBalancer.wishes(lanes, node).isEmpty())
            .toList();
    return askers.isEmpty()
        ? Optional.empty()
        : Optional.of(askers.get(random.nextInt(askers.size())));
  }

  private static LaneBalancer.OwnedLane held(String app, String owner) {
    return new LaneBalancer.OwnedLane(LaneId.parse(app), owner, 1, "", false, false);
  }
}
