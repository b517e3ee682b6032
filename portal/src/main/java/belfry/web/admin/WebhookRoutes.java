package belfry.web.admin;

import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.hooks.Hook;
import belfry.hooks.HookEvent;
import belfry.hooks.HookId;
import belfry.hooks.HookMessage;
import belfry.hooks.Hooks;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code admin/webhooks}: programs that are told what happens in an app. */
public final class WebhookRoutes {
  private final Hooks hooks;

  public WebhookRoutes(Hooks hooks) {
    this.hooks = hooks;
  }

  private record HookView(
      String id,
      String name,
      String url,
      List<String> events,
      String state,
      Instant createdAt,
      Optional<Instant> oldSecretUntil,
      Optional<Instant> failingSince,
      Optional<String> failure,
      Optional<Instant> lastTakenAt) {

    static HookView of(Hook hook) {
      return new HookView(
          hook.id().toString(),
          hook.name(),
          hook.url().toString(),
          hook.events().stream().sorted().map(HookEvent::word).toList(),
          hook.state().word(),
          hook.created(),
          hook.oldSecretUntil(),
          hook.failingSince(),
          Views.present(hook.failure()),
          hook.lastTaken());
    }
  }

  private record EventView(
      String id,
      String type,
      Instant createdAt,
      String state,
      int tries,
      Optional<Instant> nextAt,
      Optional<Instant> settledAt,
      Optional<String> answer,
      String body) {

    static EventView of(HookMessage one) {
      return new EventView(
          one.name(),
          one.event(),
          one.created(),
          one.taken() ? "taken" : one.due().isPresent() ? "waiting" : "givenUp",
          one.tries(),
          one.due(),
          one.settled(),
          Views.present(one.answer()),
          one.body());
    }
  }

  private record DetailView(HookView webhook, long waiting, long givenUp, List<EventView> latest) {}

  private record ReplayView(long events) {}

  /** The only answers that have a secret. */
  private record SecretView(HookView webhook, String secret) {}

  public Reply list(Caller caller, Request request) {
    return Reply.ok(
        Views.Items.all(
            hooks.of(caller.app()).stream().map(HookView::of).toList(), Optional.empty()));
  }

  public Reply detail(Caller caller, Request request) {
    return id(request)
        .flatMap(id -> hooks.see(caller.app(), id))
        .map(seen ->
            Reply.ok(
                new DetailView(
                    HookView.of(seen.hook()),
                    seen.waiting(),
                    seen.givenUp(),
                    seen.messages().stream().map(EventView::of).toList())))
        .orElseThrow(WebhookRoutes::missing);
  }

  private record HookForm(
      @Nullable String name, @Nullable String url, @Nullable List<String> events) {}

  public Reply make(Caller caller, Request request) {
    var form = Bodies.json(request, HookForm.class);
    var wish =
        new Hooks.Wish(
            name(Optional.ofNullable(form.name)),
            Optional.ofNullable(form.url).orElse(""),
            events(form.events == null ? List.of() : form.events));
    return reply(hooks.make(caller.app(), caller.acting(), wish), 201);
  }

  private record ChangeForm(
      @Nullable String name,
      @Nullable String url,
      @Nullable List<String> events,
      @Nullable Boolean enabled) {

    boolean saysMore() {
      return name != null || url != null || events != null;
    }
  }

  /** What is absent stays as it is. */
  public Reply change(Caller caller, Request request) {
    var form = Bodies.json(request, ChangeForm.class);
    var id = id(request).orElseThrow(WebhookRoutes::missing);
    var was = hooks.see(caller.app(), id).map(Hooks.Seen::hook);
    if (was.isEmpty()) {
      throw missing();
    }
    Hooks.Done done = new Hooks.Done.Agreed(was.get());
    if (form.saysMore()) {
      var wish =
          new Hooks.Wish(
              form.name == null ? was.get().name() : name(Optional.of(form.name)),
              form.url == null ? was.get().url().toString() : form.url,
              form.events == null ? was.get().events() : events(form.events));
      done = hooks.change(caller.app(), caller.acting(), id, wish);
    }
    if (done instanceof Hooks.Done.Agreed && form.enabled != null) {
      done =
          form.enabled
              ? hooks.enable(caller.app(), caller.acting(), id)
              : hooks.disable(caller.app(), caller.acting(), id);
    }
    return reply(done, 200);
  }

  public Reply rotate(Caller caller, Request request) {
    Bodies.skip(request);
    return reply(
        id(request)
            .map(id -> hooks.rotate(caller.app(), caller.acting(), id))
            .orElseThrow(WebhookRoutes::missing),
        200);
  }

  public Reply test(Caller caller, Request request) {
    Bodies.skip(request);
    return reply(
        id(request)
            .map(id -> hooks.test(caller.app(), caller.acting(), id))
            .orElseThrow(WebhookRoutes::missing),
        200);
  }

  private record ReplayForm(@Nullable String id) {}

  /** Has one event, or all, sent again that were given up. */
  public Reply replay(Caller caller, Request request) {
    var form = Bodies.json(request, ReplayForm.class);
    var only =
        Optional.ofNullable(form.id)
            .map(name -> HookMessage.id(name).orElseThrow(WebhookRoutes::noEvent));
    return reply(
        id(request)
            .map(id -> hooks.replay(caller.app(), caller.acting(), id, only))
            .orElseThrow(WebhookRoutes::missing),
        200);
  }

  private static RuntimeException noEvent() {
    return Problem.invalid(
            "id",
            Phrase.of(
                "webhook.noEvent", "This must be the id of an event, like msg_0S9X8JYY9CVR3."))
        .thrown();
  }

  public Reply delete(Caller caller, Request request) {
    var done =
        id(request)
            .map(id -> hooks.delete(caller.app(), caller.acting(), id))
            .orElseThrow(WebhookRoutes::missing);
    var _ = reply(done, 204);
    return Reply.noContent();
  }

  private static Reply reply(Hooks.Done done, int status) {
    return switch (done) {
      case Hooks.Done.Agreed(var hook) -> Reply.ok(HookView.of(hook));
      case Hooks.Done.WithSecret(var hook, var secret) -> {
        var view = new SecretView(HookView.of(hook), secret.reveal());
        yield status == 201 ? Reply.created(view) : Reply.ok(view);
      }
      case Hooks.Done.Written(var message) -> Reply.ok(EventView.of(message));
      case Hooks.Done.Replayed(var events) -> Reply.ok(new ReplayView(events));
      case Hooks.Done.Missing() -> throw missing();
      case Hooks.Done.Unreachable(var why) -> throw Problem.invalid("url", why).thrown();
      case Hooks.Done.Refused(var why) -> throw Problem.conflict(why).thrown();
    };
  }

  private static String name(Optional<String> name) {
    return name.map(String::strip)
        .filter(text -> !text.isEmpty() && Shortened.isShort(text, Hooks.LONGEST_NAME))
        .orElseThrow(() ->
            Problem.invalid(
                    "name",
                    Phrase.of(
                        "webhook.name",
                        "Give it a name of 1 to {{most}} characters, to tell it from others.",
                        "most",
                        Hooks.LONGEST_NAME))
                .thrown());
  }

  private static Set<HookEvent> events(List<String> words) {
    var choices =
        HookEvent.choices().stream().map(HookEvent::word).collect(Collectors.joining(", "));
    var events = EnumSet.noneOf(HookEvent.class);
    for (var i = 0; i < words.size(); i++) {
      var field = "events[" + i + "]";
      events.add(
          HookEvent.choice(words.get(i))
              .orElseThrow(() ->
                  Problem.invalid(
                          field,
                          Phrase.of(
                              "webhook.eventUnknown",
                              "This must be one of {{choices}}.",
                              "choices",
                              choices))
                      .thrown()));
    }
    if (events.isEmpty()) {
      throw Problem.invalid(
              "events",
              Phrase.of(
                  "webhook.events",
                  "Say what it is told: one or more of {{choices}}.",
                  "choices",
                  choices))
          .thrown();
    }
    return events;
  }

  private static Optional<HookId> id(Request request) {
    return HookId.parse(request.path("webhook"));
  }

  private static RuntimeException missing() {
    return Problem.notFound(Phrase.of("webhook.unknown", "There is no such webhook.")).thrown();
  }
}
