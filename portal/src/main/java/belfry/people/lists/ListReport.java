package belfry.people.lists;

import belfry.base.Phrase;
import java.util.List;
import java.util.Map;

/**
 * The result of reading a file of people.
 *
 * @param addresses the column with the addresses
 * @param candidates all columns with addresses
 * @param columns the other columns
 * @param bad how many lines were skipped because something is wrong with them
 * @param repeated how many were skipped because an earlier line has the same address
 * @param left the first of the skipped lines, and one that was taken for the titles in doubt
 * @param first the first lines of the list
 * @param elsewhere how many addresses stand in other columns, by column; they are values
 * @param guessed whether the file is in Windows-1252, as far as one can tell
 */
public record ListReport(
    String addresses,
    List<String> candidates,
    List<String> columns,
    int people,
    int bad,
    int repeated,
    List<Left> left,
    List<PeopleList.Row> first,
    Map<String, Integer> elsewhere,
    boolean guessed) {

  /**
   * A skipped line.
   *
   * @param said what stands where its address belongs, at most 200 characters of it; of a line that
   *     lists people, whatever in it is no address, at most 10,000 characters
   */
  public record Left(int line, String said, Phrase why) {}
}
