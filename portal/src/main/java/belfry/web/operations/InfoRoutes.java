package belfry.web.operations;

import belfry.access.Access;
import belfry.access.Languages;
import belfry.access.Role;
import belfry.answers.Answers;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.apps.Bot;
import belfry.base.Said;
import belfry.delivery.Delivery;
import belfry.delivery.Progress;
import belfry.http.Bodies;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.messages.Attachment;
import belfry.messages.MessageText;
import belfry.people.groups.GroupCopies;
import belfry.platform.ids.PersonId;
import belfry.runs.RunWaits;
import belfry.signin.Session;
import belfry.signin.SessionPolicy;
import belfry.storage.StorageException;
import belfry.web.frame.BotView;
import belfry.web.frame.Caller;
import belfry.web.frame.Cookies;
import belfry.web.frame.Features;
import belfry.web.frame.Guard;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code /status} for operators and {@code info} for the page. */
public final class InfoRoutes {
  private final Apps apps;
  private final Access access;
  private final Languages languages;
  private final Delivery delivery;
  private final Answers answers;
  private final GroupCopies copies;
  private final Health health;
  private final Guard guard;
  private final SessionPolicy policy;
  private final String version;

  public InfoRoutes(
      Features features, GroupCopies copies, Health health, Guard guard, String version) {
    apps = features.apps();
    access = features.access();
    languages = features.languages();
    delivery = features.delivery();
    answers = features.answers();
    policy = features.signIn().policy();
    this.copies = copies;
    this.health = health;
    this.guard = guard;
    this.version = version;
  }

  /** 503 only if Belfry cannot work; see {@link Health}. */
  public Reply status(Request request) {
    var checks = health.checks();
    // Without the database nobody is known, and finding that out would take long.
    return checks.reply(checks.database().ok() ? version(request) : Optional.empty());
  }

  public Reply ready(Request request) {
    return health.ready().reply();
  }

  public Reply live(Request request) {
    return health.live().reply();
  }

  /** Hidden from strangers, who could look up known vulnerabilities by it. */
  private Optional<String> version(Request request) {
    try {
      return guard.session(request).filter(Session::confirmed).map(_ -> version);
    } catch (StorageException _) {
      return Optional.empty();
    }
  }

  private record FaceView(String displayName, Optional<String> email, Optional<String> avatar) {
    static FaceView of(Bot bot) {
      return new FaceView(
          bot.displayName(), Views.present(bot.email()), Views.present(bot.avatar()));
    }
  }

  private record AppView(AppName app, String title, int hue) {
    static AppView of(App app) {
      return new AppView(app.name(), app.title(), app.hue());
    }
  }

  /** Whom to ask; who has not signed in yet is known by the address only. */
  private record AdministratorView(String displayName, Optional<String> email) {}

  private record UserView(
      PersonId id,
      String displayName,
      boolean confirmed,
      Optional<String> role,
      Optional<Boolean> urgent) {}

  private record Limits(int messageBytes, int fileBytes, int bodyBytes, int listLength) {}

  private record PaceView(
      double perSecond,
      boolean learned,
      Optional<WaitView> waitsFor,
      Optional<String> trouble,
      Optional<Said> said) {}

  private record QueueView(long recipients, long seconds) {
    /** The estimate for a non-empty queue is at least a second. */
    static QueueView of(Progress.Queue queue) {
      return new QueueView(
          queue.recipients(), queue.recipients() == 0 ? 0 : Math.max(1, queue.left().toSeconds()));
    }
  }

  private record Links(String page, String authUrl, String api) {}

  private record Info(
      AppName app,
      String title,
      int hue,
      Optional<FaceView> bot,
      boolean claimable,
      Links links,
      Optional<UserView> user,
      Optional<List<AppView>> apps,
      Optional<List<AdministratorView>> administrators,
      Optional<Limits> limits,
      Optional<PaceView> pace,
      Optional<List<BotView>> bots,
      Optional<QueueView> queue,
      Optional<Boolean> standsStill,
      Optional<Long> unreadAnswers,
      Optional<Boolean> hearsPresses,
      Optional<Instant> otherProgramSeenAt) {}

  /** What everybody may know, and more for people who are signed in. */
  public Reply info(App app, Request request) {
    var session = guard.session(request);
    var known = session.filter(Session::confirmed).map(one -> guard.visitor(app, one));
    var role = known.flatMap(Caller::role);
    known.ifPresent(one -> languages.note(one.personId(), request.header("accept-language")));
    // Whoever comes to write looks for people soon.
    role.ifPresent(_ -> copies.rememberEverybody(app));
    var bot = role.map(_ -> delivery.progress().bot(app.name()));
    var around = role.map(_ -> delivery.waits().around(app.name()));
    var reply =
        Reply.ok(
            new Info(
                app.name(),
                app.title(),
                app.hue(),
                apps.bot(app).map(FaceView::of),
                !access.hasAdmin(app),
                new Links(
                    "/Hub/" + app.name() + "/sendMessage.html",
                    "/Hub/" + app.name() + "/authUrl",
                    "/openapi.yaml"),
                session.map(one ->
                    new UserView(
                        one.personId(),
                        one.displayName(),
                        one.confirmed(),
                        role.map(Role::word),
                        known.filter(_ -> role.isPresent()).map(guard::mayHurry))),
                known.map(one -> one.roles().keySet().stream().map(AppView::of).toList()),
                known.filter(_ -> role.isEmpty()).map(_ -> administrators(app)),
                role.map(_ ->
                    new Limits(MessageText.MOST_BYTES, Attachment.MOST_BYTES, Bodies.LARGEST, 200)),
                bot.flatMap(one -> around.map(them -> pace(one.pace(), them.bot()))),
                around
                    .filter(_ -> apps.numbers(app).size() > 1)
                    .map(them -> BotView.all(app, apps.bots(app), delivery, them.each())),
                role.map(_ -> QueueView.of(delivery.progress().queue(app.name()))),
                role.map(_ -> !health.standstill().isEmpty()),
                role.filter(_ -> answers.areRead()).map(_ -> answers.list().unread(app.name())),
                role.map(_ -> answers.hearsPresses(app.name())),
                bot.filter(_ -> role.equals(Optional.of(Role.ADMIN)))
                    .flatMap(Progress.Bot::stranger)));
    var cookies = Cookies.of(request);
    return session.isEmpty() && (cookies.has(Cookies.ID) || cookies.has(Cookies.DISPLAY_NAME))
        ? Cookies.forgetPerson(reply)
        : reply;
  }

  /** Addresses only where nobody signs in but people of the organisations that are named. */
  private List<AdministratorView> administrators(App app) {
    var isOpen = policy.organisations().isEmpty();
    return access.staff(app).stream()
        .filter(member -> member.role() == Role.ADMIN)
        .filter(member -> !isOpen || !member.name().contains("@"))
        .map(member ->
            new AdministratorView(
                member.name(), isOpen ? Optional.empty() : Views.present(member.email())))
        .toList();
  }

  private static PaceView pace(Progress.Pace pace, RunWaits.Bot bots) {
    return new PaceView(
        pace.perSecond(),
        pace.learned(),
        bots.any().map(WaitView::of),
        pace.trouble(),
        pace.trouble().map(Apps::refusal).flatMap(Said::of));
  }
}
