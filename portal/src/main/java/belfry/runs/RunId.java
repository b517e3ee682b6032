package belfry.runs;

import belfry.base.Id;

/** Names one sending of a job. */
public record RunId(long value) {
  static RunId next() {
    return new RunId(Id.next().value());
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
