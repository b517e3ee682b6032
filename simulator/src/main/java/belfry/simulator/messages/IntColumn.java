package belfry.simulator.messages;

import java.util.Arrays;

/** A growing list of ints in chunks, so that growing never copies what is there. */
final class IntColumn {
  private static final int CHUNK_BITS = 14;
  private static final int MASK = (1 << CHUNK_BITS) - 1;

  private int[][] chunks = new int[16][];
  private int size;

  int size() {
    return size;
  }

  int get(int place) {
    return chunks[place >> CHUNK_BITS][place & MASK];
  }

  void set(int place, int value) {
    chunks[place >> CHUNK_BITS][place & MASK] = value;
  }

  void add(int value) {
    var chunk = size >> CHUNK_BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunk * 2);
    }
    if ((size & MASK) == 0) {
      chunks[chunk] = new int[MASK + 1];
    }
    chunks[chunk][size & MASK] = value;
    size++;
  }
}
