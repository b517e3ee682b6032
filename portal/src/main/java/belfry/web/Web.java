package belfry.web;

import belfry.access.Scope;
import belfry.access.Trail;
import belfry.answers.PersonAnswers;
import belfry.jobs.job.JobTitles;
import belfry.jobs.search.FoundJobs;
import belfry.jobs.search.ReceivedMessages;
import belfry.jobs.templates.Templates;
import belfry.web.account.SessionRoutes;
import belfry.web.account.SignInRoutes;
import belfry.web.account.TokenRoutes;
import belfry.web.admin.AdminRoutes;
import belfry.web.admin.RuleRoutes;
import belfry.web.admin.TrailRoutes;
import belfry.web.admin.WebhookRoutes;
import belfry.web.answers.AnswerRoutes;
import belfry.web.apidocs.ApiRoutes;
import belfry.web.checking.CheckRoutes;
import belfry.web.checking.PreviewAction;
import belfry.web.drafts.FileRoutes;
import belfry.web.drafts.TemplateRoutes;
import belfry.web.frame.Facilities;
import belfry.web.frame.Features;
import belfry.web.frame.Guard;
import belfry.web.frame.KeptAnswers;
import belfry.web.frame.Live;
import belfry.web.jobs.FollowUpRoutes;
import belfry.web.jobs.JobActions;
import belfry.web.jobs.JobRoutes;
import belfry.web.jobs.JobViews;
import belfry.web.jobs.ReminderRoutes;
import belfry.web.jobs.SendAction;
import belfry.web.operations.Health;
import belfry.web.operations.InfoRoutes;
import belfry.web.operations.MetricsRoutes;
import belfry.web.page.PageRoutes;
import belfry.web.people.AudienceForms;
import belfry.web.people.ListRoutes;
import belfry.web.people.SavedAudienceRoutes;
import belfry.web.people.UserRoutes;
import belfry.web.runs.Recipients;
import belfry.web.search.SearchRoutes;
import java.util.List;

/** The entry point of this package: the portal over HTTP, from construction to {@link #close}. */
public final class Web implements AutoCloseable {
  /** What {@code /status} says of all that only the database tells, while it does not answer. */
  public static final String NOT_KNOWN = Health.NOT_KNOWN;

  private final Routes routes;
  private final Live live;
  private final Health health;
  private final Door door;

  /**
   * Opens the port.
   *
   * @param door which may be open already; this closes it
   */
  public Web(Door door, Features features, Facilities below) {
    this.door = door;
    var pages = new PageRoutes(features.apps());
    var api = new ApiRoutes(pages);
    var templates = new Templates(below.database(), features.access().audit(), below.time());
    var guard =
        new Guard(
            features.apps(),
            features.signIn(),
            features.access(),
            features.tokens(),
            new KeptAnswers(below.database(), below.vault(), below.time()),
            below.time());
    health = new Health(features, below);
    below.metrics().show(health::checked);
    live = new Live(guard::mayStay, below.feed(), below.time());
    var views = new JobViews(features.jobs(), features.people(), features.delivery(), below.time());
    routes =
        new Routes(
            new Routes.Groups(
                new InfoRoutes(features, health, guard, below.version()),
                new MetricsRoutes(below.metrics(), below.metricsToken()),
                new SignInRoutes(features.signIn(), features.access(), below.time()),
                new SessionRoutes(features.signIn().sessions(), features.access()),
                new TokenRoutes(features, below.time()),
                new WebhookRoutes(features.hooks()),
                new UserRoutes(features.people(), features.access(), features.signIn().tokens()),
                new ListRoutes(features.people().lists()),
                new SavedAudienceRoutes(features.people(), features.access()),
                new AdminRoutes(
                    features.access(),
                    features.signIn().policy(),
                    features.people(),
                    features.jobs()),
                new RuleRoutes(features.jobs().rules()),
                new TrailRoutes(
                    features.access(),
                    features.people(),
                    new Trail(below.database()),
                    new JobTitles(below.database()),
                    below.time()),
                new JobActions(
                    new JobActions.Parts(
                        features.jobs(),
                        features.people(),
                        features.delivery(),
                        below.feed(),
                        below.time())),
                new SendAction(features.jobs(), templates, features.people(), views, below.time()),
                new FollowUpRoutes(features.jobs(), views, new AudienceForms(features.people())),
                new ReminderRoutes(features.jobs().reminders(), views),
                new AnswerRoutes(
                    features.answers(), features.access(), features.delivery().waits(), live),
                new CheckRoutes(features.jobs(), features.people(), below.time()),
                new PreviewAction(
                    features.jobs(),
                    features.people(),
                    features.delivery().progress(),
                    below.time()),
                new TemplateRoutes(templates),
                new FileRoutes(features.jobs().attachments()),
                new JobRoutes(
                    features.jobs(),
                    features.people(),
                    features.delivery(),
                    new Recipients(
                        features.jobs().recipients(),
                        features.people(),
                        features.signIn().tokens()),
                    live,
                    below.time()),
                new SearchRoutes(
                    features.people(),
                    new FoundJobs(below.database()),
                    new ReceivedMessages(below.database()),
                    templates,
                    new PersonAnswers(below.database()),
                    views),
                pages,
                api));
    api.know(routes.table());
    door.admit(new PortalSite(routes, guard, below.metrics(), below.time()));
    pages.prepare();
  }

  /** One line for each route: method, path, what is required of the caller, and of a token. */
  public List<String> routes() {
    return routes.table().stream()
        .map(route ->
            "%s %s %s %s"
                .formatted(
                    route.method(),
                    route.pattern(),
                    route.need(),
                    route.scope().map(Scope::word).orElse("-")))
        .toList();
  }

  public int port() {
    return door.port();
  }

  /** Says that nobody should come here any more, and answers whoever does. */
  public void leave() {
    health.leave();
    door.leave();
  }

  @Override
  public void close() {
    live.close();
    door.close();
  }
}
