package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.runs.FirstWave;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the first wave of a request. */
public final class FirstWaveForms {
  private static final int LONGEST_ID = 300;

  private FirstWaveForms() {}

  /** If all of these are absent, everybody is sent to at once. */
  public record Form(
      @Nullable Long people,
      @Nullable Integer percent,
      @Nullable String group,
      @Nullable Integer stopAbove,
      @Nullable Integer goesOnAfterMinutes) {

    private boolean isEmpty() {
      return Stream.of(
              Optional.ofNullable(people),
              Optional.ofNullable(percent),
              Optional.ofNullable(group),
              Optional.ofNullable(stopAbove),
              Optional.ofNullable(goesOnAfterMinutes))
          .allMatch(Optional::isEmpty);
    }
  }

  /** Absent: unchanged. */
  public static Optional<FirstWave> read(@Nullable Form form, Optional<FirstWave> otherwise) {
    if (form == null) {
      return otherwise;
    }
    if (form.isEmpty()) {
      return Optional.empty();
    }
    var stopAbove = form.stopAbove == null ? FirstWave.USUAL_STOP : form.stopAbove;
    within("stopAbove", stopAbove, 0, 100);
    var minutes = form.goesOnAfterMinutes;
    if (minutes != null) {
      within("goesOnAfterMinutes", minutes, 1, FirstWave.LONGEST_WAIT);
    }
    return Optional.of(new FirstWave(size(form), stopAbove, minutes == null ? 0 : minutes));
  }

  private static FirstWave.Size size(Form form) {
    var sizes =
        Stream.of(
                Optional.ofNullable(form.people).map(FirstWaveForms::people),
                Optional.ofNullable(form.percent).map(FirstWaveForms::percent),
                Optional.ofNullable(form.group).map(FirstWaveForms::members))
            .flatMap(Optional::stream)
            .toList();
    if (sizes.size() != 1) {
      throw Problem.invalid(
              "firstWave",
              Phrase.of(
                  "firstWave.size",
                  "Say who gets it first: either a number of people, a percentage, or a group."))
          .thrown();
    }
    return sizes.getFirst();
  }

  private static FirstWave.Size people(long people) {
    within("people", people, 1, FirstWave.MOST_PEOPLE);
    return new FirstWave.People(people);
  }

  private static FirstWave.Size percent(int percent) {
    within("percent", percent, 1, 99);
    return new FirstWave.Percent(percent);
  }

  private static FirstWave.Size members(String group) {
    if (Bare.isBlank(group) || !Shortened.isShort(group, LONGEST_ID)) {
      throw Problem.invalid(
              "firstWave.group", Phrase.of("firstWave.noId", "This is not the id of a group."))
          .thrown();
    }
    return new FirstWave.Members(group);
  }

  private static void within(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw Problem.invalid(
              "firstWave." + field,
              Phrase.of(
                  "firstWave.range",
                  "This must be from {{least, number}} to {{most, number}}.",
                  "least",
                  least,
                  "most",
                  most))
          .thrown();
    }
  }
}
