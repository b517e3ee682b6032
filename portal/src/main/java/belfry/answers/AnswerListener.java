package belfry.answers;

import org.jdbi.v3.core.Handle;

/**
 * Learns of each new answer, once, in the transaction that stores it. What it writes is committed
 * together with the answer, or not at all; the transaction may be run again, so nothing else may
 * happen here.
 */
@FunctionalInterface
public interface AnswerListener {
  void answered(Handle handle, ReceivedAnswer answer);
}
