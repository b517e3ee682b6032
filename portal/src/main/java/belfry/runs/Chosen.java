package belfry.runs;

import java.util.List;

/** Which of a run's recipients somebody means, among those that stand where they act upon. */
public sealed interface Chosen {
  record All() implements Chosen {}

  /** By the platform's ids of persons and spaces. */
  record Named(List<String> ids) implements Chosen {}

  /** By why they were refused, word for word. */
  record Because(List<String> reasons) implements Chosen {}
}
