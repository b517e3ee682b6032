package belfry.base;

import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidCreator;
import java.util.Optional;

/**
 * A 63-bit identifier that sorts by creation time: 8 bytes in the database, 13 characters of
 * Crockford's base 32 in the API.
 */
public record Id(long value) implements Comparable<Id> {

  /** A new id, larger than every earlier one of this process. */
  public static Id next() {
    return new Id(TsidCreator.getTsid1024().toLong());
  }

  /** Reads the 13 characters of the API; empty for anything else. */
  public static Optional<Id> parse(String text) {
    return Tsid.isValid(text) ? Optional.of(new Id(Tsid.from(text).toLong())) : Optional.empty();
  }

  @Override
  public int compareTo(Id other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Tsid.from(value).toString();
  }
}
