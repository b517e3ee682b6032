package belfry.runs.recipients;

import java.util.List;

/** Which of a run's recipients a person's decision is about. */
public sealed interface Chosen {
  record All() implements Chosen {}

  /** Recipients by the platform's ids of people and spaces. */
  record Named(List<String> ids) implements Chosen {}

  /** Recipients by their failure reason, word for word. */
  record Because(List<String> reasons) implements Chosen {}
}
