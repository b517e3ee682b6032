package belfry.people;

import belfry.base.Phrase;
import java.util.List;

/**
 * What a file of people comes to.
 *
 * @param addresses the column that has the addresses
 * @param candidates all columns with addresses
 * @param columns the others
 * @param bad how many lines were not taken because something is wrong with them
 * @param repeated how many were not taken because their address was there before
 * @param left the first of those lines
 * @param first the first that were taken
 */
public record ListReport(
    String addresses,
    List<String> candidates,
    List<String> columns,
    int people,
    int bad,
    int repeated,
    List<Left> left,
    List<PeopleList.Row> first) {

  /** A line that was not taken. */
  public record Left(int line, Phrase why) {}
}
