package belfry.bench.siege;

import java.io.IOException;

/** What a hostile one does with a connection that has just been opened. */
interface Manner {
  /**
   * Goes on until it is done, or the other side has ended the connection.
   *
   * @param number of the socket among all of its crowd
   * @throws IOException when the other side has ended it, too
   */
  Answer on(Line line, int number) throws IOException;
}
