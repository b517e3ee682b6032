package belfry.bench.siege;

import belfry.bench.site.Site;
import java.util.List;

/**
 * What the hostile ones know.
 *
 * @param senders who may send, and have a session
 * @param honest the address of who may send as well, and goes on working
 * @param job that is being sent all the time
 * @param list a draft to so many pasted addresses that it is long to read
 * @param file one that is long to read
 */
record Field(
    Site site,
    Plan plan,
    List<Visitor> senders,
    String honest,
    String job,
    String list,
    String file) {
  /** Every other is the first, the rest are all others. */
  Visitor sender(int number) {
    var half = number / 2;
    return number % 2 == 0 ? senders.getFirst() : senders.get(1 + half % (senders.size() - 1));
  }
}
