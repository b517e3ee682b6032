package belfry.simulator.messages;

import java.util.Arrays;

/** The bytes of a file; equal ones are kept once, however many messages they are attached to. */
public final class Blob {
  private final byte[] bytes;
  private final int hash;

  /** Takes the array over; nobody may change it any more. */
  public Blob(byte[] bytes) {
    this.bytes = bytes;
    hash = Arrays.hashCode(bytes);
  }

  public int size() {
    return bytes.length;
  }

  /** A copy, to do with as one likes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof Blob blob && blob.hash == hash && Arrays.equals(blob.bytes, bytes));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
