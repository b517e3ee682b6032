package belfry.web;

import belfry.access.Access;
import belfry.access.ApiTokens;
import belfry.access.Languages;
import belfry.access.Scope;
import belfry.access.Trail;
import belfry.answers.Answers;
import belfry.answers.PersonAnswers;
import belfry.apps.Apps;
import belfry.base.Feed;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.Delivery;
import belfry.hooks.Hooks;
import belfry.jobs.FoundJobs;
import belfry.jobs.JobTitles;
import belfry.jobs.Jobs;
import belfry.jobs.ReceivedMessages;
import belfry.jobs.Templates;
import belfry.metrics.AppGauges;
import belfry.metrics.Metrics;
import belfry.people.People;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.Vault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The entry point of this package: the portal over HTTP, from construction to {@link #close}. */
public final class Web implements AutoCloseable {
  private final Routes routes;
  private final Live live;
  private final Health health;
  private final Door door;

  /** The features that the API exposes. */
  public record Features(
      Apps apps,
      SignIn signIn,
      Access access,
      Languages languages,
      ApiTokens tokens,
      People people,
      Jobs jobs,
      Delivery delivery,
      Answers answers,
      Hooks hooks) {}

  /**
   * The infrastructure below them.
   *
   * @param metricsToken who may read the metrics; nobody if it is empty
   */
  public record Ground(
      Database database,
      Vault vault,
      Feed feed,
      Time time,
      String version,
      Metrics metrics,
      AppGauges gauges,
      Around around,
      Optional<Secret> metricsToken) {}

  /**
   * What is needed around the portal.
   *
   * @param data the data directory
   * @param keys the file of the keys
   * @param clockAhead by how much Webex's clock is ahead of ours; empty if that is not known
   * @param unopened why a stored secret could not be opened; empty if each could
   */
  public record Around(
      Path data,
      Path keys,
      Supplier<Optional<Duration>> clockAhead,
      Supplier<Optional<String>> unopened) {}

  /**
   * Opens the port.
   *
   * @param door which may be open already; this closes it
   */
  public Web(Door door, Features features, Ground ground) {
    this.door = door;
    var pages = new PageRoutes(features.apps);
    var api = new ApiRoutes(pages);
    var templates = new Templates(ground.database, features.access.audit(), ground.time);
    var guard =
        new Guard(
            features.apps,
            features.signIn,
            features.access,
            features.tokens,
            new KeptAnswers(ground.database, ground.vault, ground.time),
            ground.time);
    health = new Health(features, ground);
    ground.metrics.show(health::checked);
    live = new Live(guard::mayStay, ground.feed, ground.time);
    routes =
        new Routes(
            new Routes.Groups(
                new InfoRoutes(features, health, guard, ground.version),
                new MetricsRoutes(ground.metrics, ground.metricsToken),
                new SignInRoutes(features.signIn, features.access, ground.time),
                new SessionRoutes(features.signIn.sessions(), features.access),
                new TokenRoutes(features, ground.time),
                new WebhookRoutes(features.hooks),
                new UserRoutes(features.people, features.access, features.signIn.tokens()),
                new ListRoutes(features.people.lists()),
                new SavedAudienceRoutes(features.people, features.access),
                new AdminRoutes(
                    features.access, features.signIn.policy(), features.people, features.jobs),
                new RuleRoutes(features.jobs.rules()),
                new TrailRoutes(
                    features.access,
                    features.people,
                    new Trail(ground.database),
                    new JobTitles(ground.database),
                    ground.time),
                new JobActions(
                    new JobActions.Parts(
                        features.jobs,
                        features.people,
                        features.delivery,
                        ground.feed,
                        ground.time)),
                new SendAction(
                    features.jobs,
                    templates,
                    features.people,
                    new JobViews(features.jobs, features.people, features.delivery),
                    ground.time),
                new FollowUpRoutes(
                    features.jobs,
                    new JobViews(features.jobs, features.people, features.delivery),
                    new AudienceForms(features.people)),
                new ReminderRoutes(
                    features.jobs.reminders(),
                    new JobViews(features.jobs, features.people, features.delivery)),
                new AnswerRoutes(features.answers, features.access, live),
                new CheckRoutes(features.jobs, features.people, ground.time),
                new TemplateRoutes(templates),
                new FileRoutes(features.jobs.attachments()),
                new JobRoutes(
                    features.jobs,
                    features.people,
                    features.delivery,
                    new Recipients(
                        features.jobs.recipients(), features.people, features.signIn.tokens()),
                    live,
                    ground.time),
                new SearchRoutes(
                    features.people,
                    new FoundJobs(ground.database),
                    new ReceivedMessages(ground.database),
                    templates,
                    new PersonAnswers(ground.database),
                    new JobViews(features.jobs, features.people, features.delivery)),
                pages,
                api));
    api.know(routes.table());
    door.admit(new PortalSite(routes, guard, ground.metrics, ground.time));
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
