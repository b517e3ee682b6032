package belfry.standin.messages;

import static belfry.standin.manners.PostManner.POST_ACCEPTED_LATER;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Json;
import belfry.standin.manners.Manner;
import belfry.standin.switches.Fault;
import belfry.standin.switches.Faults;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Answer;
import belfry.standin.wire.Request;
import belfry.standin.wire.Silence;
import belfry.standin.wire.Waiting;
import belfry.standin.world.Access.Caller;
import belfry.standin.world.Letter;
import belfry.standin.world.Message;
import belfry.standin.world.PostOffice;
import java.time.Duration;

/**
 * {@code POST /messages}: the limit first, then whether it is in order, then whatever goes wrong.
 */
final class PostRoute {
  private final SendLimits limits;
  private final Letters letters;
  private final PostOffice office;
  private final Faults faults;
  private final Switchboard<Manner> manners;
  private final Strays strays;
  private final PostAnswers answers;

  PostRoute(
      SendLimits limits,
      Letters letters,
      PostOffice office,
      Faults faults,
      Switchboard<Manner> manners,
      PostAnswers answers) {
    this.limits = limits;
    this.letters = letters;
    this.office = office;
    this.faults = faults;
    this.manners = manners;
    this.answers = answers;
    strays = new Strays(manners);
  }

  Answer post(Caller caller, Request request) {
    var refusal = limits.refusal(caller.token());
    if (refusal.isPresent()) {
      return Errors.throttled(refusal.getAsLong());
    }
    var stray = strays.next();
    if (stray.isPresent()) {
      return stray.get();
    }
    var letter = letters.read(caller.person(), request);
    var alone = strays.alone(letter.destination());
    if (alone.isPresent()) {
      return alone.get();
    }
    Waiting.of(faults.latency());
    var fault = faults.draw();
    return fault.isPresent() ? troubled(fault.get(), letter) : answered(letter, request);
  }

  private Answer troubled(Fault fault, Letter letter) {
    switch (fault.storing()) {
      case AT_ONCE -> office.store(letter, Message.Origin.CLIENT);
      case LATER -> storeAfter(faults.time(fault), letter);
      case NEVER -> {}
    }
    return switch (fault.trouble()) {
      case ERROR_423 ->
          Errors.of(423, "The resource is locked; try again later.").with("Retry-After", "1");
      case ERROR_500 -> Errors.of(500, "Something went wrong on the server.");
      case ERROR_502 -> Errors.page(502, "502 Bad Gateway");
      case ERROR_503 -> Errors.of(503, "Server is overloaded with requests. Try again later.");
      case ERROR_504 -> Errors.page(504, "504 Gateway Time-out");
      case RESET -> new Silence.Reset();
      case CLOSE -> new Silence.Close();
      case HANG -> new Silence.Hang(faults.time(fault));
      case NONE -> throw new IllegalStateException("slowness is no trouble");
    };
  }

  private Answer answered(Letter letter, Request request) {
    if (manners.draw(POST_ACCEPTED_LATER)) {
      storeAfter(Duration.ofMillis(manners.value(POST_ACCEPTED_LATER)), letter);
      return Json.reply(202, Json.object().put("status", "accepted"));
    }
    return answers
        .insteadOfStoring(letter, request)
        .orElseGet(() -> answers.afterStoring(office.store(letter, Message.Origin.CLIENT)));
  }

  private void storeAfter(Duration time, Letter letter) {
    var storing = office.later(letter);
    Thread.ofVirtual()
        .name("late")
        .start(() -> {
          Waiting.of(time);
          storing.run();
        });
  }
}
