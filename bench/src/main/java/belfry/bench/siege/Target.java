package belfry.bench.siege;

import java.util.List;

/**
 * What the hostile ones know, and how many they are.
 *
 * @param port of the portal, here
 * @param sockets that are kept open
 * @param streams event streams asked for at once
 * @param previews previews at once
 * @param kept connections of each kind on which the same is asked again and again
 * @param trifles what is asked there, one after the other
 * @param senders who may send, and have a session
 * @param job that is being sent all the time
 * @param list a draft to so many pasted addresses that it is long to read
 * @param file one that is long to read
 */
record Target(
    int port,
    int sockets,
    int streams,
    int previews,
    int kept,
    List<Trifle> trifles,
    List<Session> senders,
    String job,
    String list,
    String file) {
  /** Every other is the first, the rest are all others. */
  Session sender(int number) {
    var half = number / 2;
    return number % 2 == 0 ? senders.getFirst() : senders.get(1 + half % (senders.size() - 1));
  }
}
