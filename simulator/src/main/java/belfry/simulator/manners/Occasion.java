package belfry.simulator.manners;

import belfry.simulator.base.HttpDate;
import belfry.simulator.directory.Principal;
import belfry.simulator.limits.Refusal.RetryAfter;
import belfry.simulator.limits.Stray;
import belfry.simulator.manners.Manner.Kind;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Json;
import java.util.List;
import java.util.Optional;

/** What one call meets: the habits that concern it, each asked at its place on the way. */
public final class Occasion {
  private final List<Habit> habits;
  private final Surroundings surroundings;

  Occasion(List<Habit> habits, Surroundings surroundings) {
    this.habits = habits;
    this.surroundings = surroundings;
  }

  /** A refusal out of nowhere, its header and its body in turn in every form. */
  public Optional<Stray> stray() {
    for (var habit : habits) {
      if (habit.manner().kind() == Kind.STRAY && habit.isDrawn()) {
        var turn = (int) (habit.seen() % 12);
        var forms = RetryAfter.values();
        return Optional.of(new Stray(forms[turn % 6], turn >= 6, habit.number()));
      }
    }
    return Optional.empty();
  }

  /** Whether pages are to be cut in this way. */
  public boolean cutsPages(Manner manner) {
    for (var habit : habits) {
      if (habit.manner() == manner && habit.isDrawn()) {
        habit.seen();
        return true;
      }
    }
    return false;
  }

  /** What is answered without anything being done. */
  public Optional<Answer.Full> instead(Call call) {
    for (var habit : habits) {
      if (habit.manner() == Manner.REFUSED_HTML && habit.isDrawn()) {
        habit.seen();
        return Optional.of(Proxies.refusal((int) habit.number()));
      }
      if (habit.manner() == Manner.EMPTY_PAGES) {
        var turn = call.turn();
        if (turn < habit.number() && (turn > 0 || habit.isDrawn())) {
          habit.seen();
          return Optional.of(emptyPage(call, turn + 1));
        }
      }
    }
    return Optional.empty();
  }

  private static Answer.Full emptyPage(Call call, int next) {
    return Json.answer(200, json -> Json.array(json, "items", List.of(), (_, _) -> {}))
        .with("Link", "<%s>; rel=\"next\"".formatted(call.again(Call.TURN, next)));
  }

  /** The answer as it goes out, to this caller. What a limit refused is told as it is. */
  public Answer.Full applied(Answer.Full answer, Call call, Principal caller) {
    if (habits.isEmpty() || answer.written() != null) {
      return answer;
    }
    var reply = new Reply(answer, call, surroundings.directory().id(caller));
    for (var habit : habits) {
      switch (habit.manner().kind()) {
        case ITEM, CONTENT -> reply.changeItems(habit, new Items(surroundings));
        case ANSWER -> {
          if (habit.manner() == Manner.SECOND_PAGE_404) {
            reply.markLink();
          }
          if (habit.isDrawn() && new Answers(surroundings).change(habit, reply)) {
            habit.seen();
          }
        }
        case PAGES, INSTEAD, DATE, STRAY -> {}
      }
    }
    return reply.written();
  }

  /** The same with the Date header of this platform; an empty one stands for none. */
  public Answer.Full dated(Answer.Full answer) {
    var dated = answer;
    for (var habit : habits) {
      if (habit.manner().kind() == Kind.DATE
          && (habit.manner() != Manner.DATE_OFF_ON_ERRORS || !answer.isSuccess())
          && habit.isDrawn()) {
        habit.seen();
        dated = dated.with(Answer.DATE, date(habit));
      }
    }
    return dated;
  }

  private String date(Habit habit) {
    return habit.manner() == Manner.DATE_MISSING
        ? ""
        : HttpDate.of(surroundings.time().millis() / 1000 + habit.number());
  }
}
