package belfry.signin;

import belfry.apps.App;
import belfry.base.Secret;
import java.util.Optional;

/** Whether a callback may lead to an exchange, and to which kind of session. */
sealed interface Admission {

  /**
   * It may lead to an exchange.
   *
   * @param full false if the person must confirm before the session is valid
   * @param stateId the state to use up; empty if there was none
   * @param half the browser's half of it
   */
  record Yes(boolean full, Optional<String> stateId, Optional<Secret> half) implements Admission {}

  record No(String why) implements Admission {}

  static Admission of(App app, Callback callback, States states, boolean stateRequired) {
    if (callback.visitor() == Callback.Visitor.SUBRESOURCE) {
      return new No("it was not opened as a page");
    }
    if (callback.states().size() > 1) {
      return new No("it carries more than one state");
    }
    if (callback.states().isEmpty() || callback.states().getFirst().isEmpty()) {
      return stateRequired
          ? new No("it did not begin here")
          : new Yes(
              callback.visitor() == Callback.Visitor.PROGRAM, Optional.empty(), Optional.empty());
    }
    return switch (states.judge(app, callback.states().getFirst(), callback.halves())) {
      case States.Judgement.Good(var id, var half) ->
          new Yes(true, Optional.of(id), Optional.of(half));
      case States.Judgement.Bad(var why) -> new No(why);
    };
  }
}
