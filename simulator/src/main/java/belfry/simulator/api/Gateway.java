package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Principal;
import belfry.simulator.faults.Fault;
import belfry.simulator.faults.Fault.Stage;
import belfry.simulator.faults.Faults;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Verdict;
import belfry.simulator.manners.Occasion;
import belfry.simulator.oauth.Caller;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Router;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** What every call of the contract goes through: token, limit, faults, and only then its work. */
final class Gateway implements AutoCloseable {
  /** What a call does once nothing stands in its way. */
  interface Work {
    Answer.Full perform(Exchange exchange);
  }

  private static final Caller NOBODY =
      new Caller(new Principal.Machine(), Set.of(), false, "token endpoint");

  private final Platform platform;
  private final Recipients recipients;
  private final ExecutorService later = Executors.newVirtualThreadPerTaskExecutor();

  Gateway(Platform platform) {
    this.platform = platform;
    recipients = new Recipients(platform.directory());
  }

  Router.Handler serving(Operation operation, Work work) {
    return call -> serve(operation, work, call);
  }

  @Override
  public void close() {
    later.shutdownNow();
  }

  private Answer serve(Operation operation, Work work, Call call) {
    var occasion = platform.manners().occasion(operation);
    var caller = operation == Operation.TOKEN_EXCHANGE ? Optional.of(NOBODY) : caller(call);
    var answer =
        caller.isEmpty()
            ? unauthorized(call)
            : admitted(new Errand(operation, work, call, caller.get(), occasion));
    return answer instanceof Answer.Full full ? occasion.dated(full) : answer;
  }

  /** A call and all that is known of it before it is let in. */
  private record Errand(
      Operation operation, Work work, Call call, Caller caller, Occasion occasion) {}

  private Answer admitted(Errand errand) {
    var call = errand.call();
    var key = new Limits.Key(errand.operation().resource(), errand.caller().label());
    var stray = errand.occasion().stray();
    if (stray.isPresent()) {
      return throttled(platform.limits().stray(key, call.arrived(), stray.get()), call);
    }
    if (platform.limits().admit(key, call.arrived()) instanceof Verdict.Throttled verdict) {
      return throttled(verdict, call);
    }
    var operation = errand.operation();
    var plan =
        platform
            .faults()
            .draw(operation, () -> recipients.of(operation, call, errand.caller().principal()));
    rest(plan.latency());
    Supplier<Answer.Full> effect = () -> perform(errand, plan);
    return plan.ending().isEmpty() ? effect.get() : spoilt(plan.ending().get(), effect, call);
  }

  private Answer.Full perform(Errand errand, Faults.Plan plan) {
    var answer = errand.occasion().instead(errand.call()).orElseGet(() -> performed(errand, plan));
    return errand.occasion().applied(answer, errand.call(), errand.caller().principal());
  }

  private Answer.Full performed(Errand errand, Faults.Plan plan) {
    var call = errand.call();
    try {
      if (!call.isReadable()) {
        throw new Problem(415, StatusTexts.of(415));
      }
      var exchange =
          new Exchange(call, errand.caller(), plan.lag(), platform.limits(), errand.occasion());
      return errand.work().perform(exchange);
    } catch (Problem problem) {
      return Problem.answer(problem.status(), problem.text(), call.trackingId());
    } catch (Exchange.Throttled throttled) {
      return throttled(throttled.verdict(), call);
    }
  }

  private Optional<Caller> caller(Call call) {
    return call.bearer().flatMap(platform.tokens()::caller);
  }

  private static Answer.Full unauthorized(Call call) {
    return Problem.answer(
        401,
        "The request requires a valid access token set in the Authorization request header.",
        call.trackingId());
  }

  private Answer.Full throttled(Verdict.Throttled verdict, Call call) {
    var text = StatusTexts.of(verdict.status());
    var answer =
        (verdict.html()
                ? Answer.html(verdict.status(), "<html><body><h1>" + text + "</h1></body></html>")
                : Problem.answer(verdict.status(), text, call.trackingId()))
            .whenWritten(() -> verdict.announcement().written(platform.time().nanos()));
    return verdict.retryAfter() == null ? answer : answer.with("Retry-After", verdict.retryAfter());
  }

  private Answer spoilt(Fault.Ending fault, Supplier<Answer.Full> effect, Call call) {
    call.readAll();
    return switch (fault) {
      case Fault.Answer answer -> staged(answer.stage(), fault, effect, _ -> other(answer, call));
      case Fault.Reset(var stage) -> staged(stage, fault, effect, _ -> new Answer.Reset());
      case Fault.Close(var stage) -> staged(stage, fault, effect, _ -> new Answer.Closed());
      case Fault.Hang(var stage) -> staged(stage, fault, effect, _ -> new Answer.Hanging());
      case Fault.Truncated _ -> staged(Stage.AFTER, fault, effect, Answer.Truncated::new);
      case Fault.NonJson _ -> staged(Stage.AFTER, fault, effect, Gateway::notJson);
      case Fault.Garbage _ -> staged(Stage.AFTER, fault, effect, _ -> new Answer.Garbage());
      case Fault.Delayed(var millis) -> {
        platform.faults().count(fault);
        later.execute(() -> takeEffectLater(Duration.ofMillis(millis), effect));
        yield new Answer.Reset();
      }
    };
  }

  /** Turns a true answer into the spoilt one. */
  private interface Spoiling {
    Answer of(Answer.Full answer);
  }

  /** A call that fails by itself has no effect to be hidden, so it is answered truly. */
  private Answer staged(Stage stage, Fault fault, Supplier<Answer.Full> effect, Spoiling spoiling) {
    var answer = stage == Stage.BEFORE ? Answer.noContent() : effect.get();
    if (!answer.isSuccess()) {
      return answer;
    }
    platform.faults().count(fault);
    return spoiling.of(answer);
  }

  private void takeEffectLater(Duration delay, Supplier<Answer.Full> effect) {
    if (rest(delay)) {
      // Whatever comes of it, nobody is there any more to be told.
      var _ = effect.get();
    }
  }

  /** Says whether the rest was had in full; only closing the simulator cuts it short. */
  private boolean rest(Duration duration) {
    if (duration.isPositive()) {
      try {
        platform.time().rest(duration);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  private static Answer.Full other(Fault.Answer fault, Call call) {
    var text = fault.text() == null ? StatusTexts.of(fault.status()) : fault.text();
    var answer =
        (fault.html() == null
                ? Problem.answer(fault.status(), text, call.trackingId())
                : Answer.html(fault.status(), fault.html()))
            .withReason(fault.reason());
    if (fault.retryAfter() != null) {
      answer = answer.with("Retry-After", fault.retryAfter());
    }
    return fault.location() == null ? answer : answer.with("Location", fault.location());
  }

  private static Answer notJson(Answer.Full answer) {
    var words = "OK, your request was accepted.".getBytes(StandardCharsets.UTF_8);
    return answer.withBody("text/plain;charset=UTF-8", words);
  }
}
