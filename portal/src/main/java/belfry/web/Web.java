package belfry.web;

import belfry.access.Scope;
import belfry.access.Trail;
import belfry.answers.PersonAnswers;
import belfry.jobs.BotSpreading;
import belfry.jobs.Calendar;
import belfry.jobs.JobFollowUps;
import belfry.jobs.RecipientDecisions;
import belfry.jobs.Sending;
import belfry.jobs.SkippedTimes;
import belfry.jobs.Stopping;
import belfry.jobs.Writing;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTitles;
import belfry.jobs.job.References;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.search.FoundJobs;
import belfry.jobs.search.ReceivedMessages;
import belfry.jobs.templates.Templates;
import belfry.jobs.tests.MessageTests;
import belfry.people.PeopleParts;
import belfry.runs.RecipientList;
import belfry.runs.recipients.BotShares;
import belfry.web.account.SessionRoutes;
import belfry.web.account.SignInRoutes;
import belfry.web.account.TokenRoutes;
import belfry.web.admin.AdminRoutes;
import belfry.web.admin.BotRoutes;
import belfry.web.admin.RuleRoutes;
import belfry.web.admin.TrailRoutes;
import belfry.web.admin.WebhookRoutes;
import belfry.web.answers.AnswerRoutes;
import belfry.web.apidocs.ApiRoutes;
import belfry.web.apidocs.DescribedQuery;
import belfry.web.checking.CheckRoutes;
import belfry.web.checking.PreviewAction;
import belfry.web.drafts.FileRoutes;
import belfry.web.drafts.TemplateRoutes;
import belfry.web.frame.Facilities;
import belfry.web.frame.Features;
import belfry.web.frame.Guard;
import belfry.web.frame.KeptAnswers;
import belfry.web.frame.Live;
import belfry.web.frame.Route;
import belfry.web.jobs.FollowUpRoutes;
import belfry.web.jobs.JobActions;
import belfry.web.jobs.JobRoutes;
import belfry.web.jobs.JobViews;
import belfry.web.jobs.MessageTestActions;
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
import java.util.stream.Collectors;

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
  public Web(Door door, Features features, PeopleParts people, Facilities below) {
    this.door = door;
    var database = below.database();
    var time = below.time();
    var pages = new PageRoutes(features.apps());
    var api = new ApiRoutes(pages);
    var templates = new Templates(database, features.access().audit(), time);
    var guard =
        new Guard(
            features.apps(),
            features.signIn(),
            features.access(),
            features.tokens(),
            DescribedQuery::require,
            new KeptAnswers(database, below.vault(), time),
            time);
    health = new Health(features, people.token(), below);
    below.metrics().show(below.gauges(), health::checked);
    live = new Live(guard::mayStay, below.feed(), time);
    var transactions = features.transactions();
    var whole = new WholeCheck(people.audiences(), people.stored(), people.details(), time);
    var checking =
        new Checking(
            features.attachments(),
            people.audiences(),
            people.sample(),
            people.details(),
            whole,
            time);
    var references = new References(features.attachments(), people.lists());
    var jobs = new JobStore(database);
    var sending = new Sending(transactions, database, checking, references, time);
    var reminders = new JobReminders(transactions, database);
    var audiences = new AudienceForms(people.entries(), people.audiences());
    var views =
        new JobViews(
            features.apps(),
            database,
            reminders,
            features.expired(),
            features.attachments(),
            people.emails(),
            features.delivery(),
            time);
    routes =
        new Routes(
            new Routes.Groups(
                new InfoRoutes(features, people.copies(), health, guard, below.version()),
                new MetricsRoutes(below.metrics(), below.metricsToken()),
                new SignInRoutes(features.signIn(), features.access(), time),
                new SessionRoutes(features.signIn().sessions(), features.access()),
                new TokenRoutes(features, time),
                new WebhookRoutes(features.hooks()),
                new UserRoutes(
                    people.people(),
                    people.groups(),
                    people.ownGroups(),
                    people.spaces(),
                    people.lists(),
                    features.access(),
                    features.signIn().tokens()),
                new ListRoutes(people.lists()),
                new SavedAudienceRoutes(
                    people.saved(),
                    audiences,
                    people.reasons(),
                    people.people(),
                    people.emails(),
                    features.access()),
                new AdminRoutes(
                    features.access(),
                    features.signIn().policy(),
                    people.people(),
                    features.held()),
                new RuleRoutes(features.rules()),
                new BotRoutes(
                    features.apps(),
                    features.delivery(),
                    new BotShares(database),
                    new BotSpreading(database, features.access().audit(), time)),
                new TrailRoutes(
                    features.access(),
                    people.persons(),
                    people.groups(),
                    new Trail(database),
                    new JobTitles(database),
                    time),
                new JobActions(
                    new JobActions.Parts(
                        jobs,
                        new Writing(transactions, database, checking, references),
                        sending,
                        new Stopping(transactions, database),
                        new RecipientDecisions(transactions, database),
                        new SkippedTimes(transactions),
                        audiences,
                        views,
                        time)),
                new MessageTestActions(
                    database,
                    new MessageTests(
                        transactions,
                        database,
                        features.attachments(),
                        people.audiences(),
                        people.members(),
                        people.details(),
                        features.access()),
                    audiences,
                    features.delivery().progress(),
                    views,
                    below.feed(),
                    time),
                new SendAction(sending, templates, audiences, views, time),
                new FollowUpRoutes(
                    database,
                    new JobFollowUps(transactions, database, people.audiences()),
                    views,
                    audiences),
                new ReminderRoutes(reminders, views),
                new AnswerRoutes(
                    features.answers(), features.access(), features.delivery().waits(), live),
                new CheckRoutes(
                    database, whole, audiences, people.people(), people.lists().skipped(), time),
                new PreviewAction(
                    jobs,
                    checking,
                    features.rules(),
                    reminders,
                    people.people(),
                    audiences,
                    people.audiences(),
                    features.delivery().progress(),
                    guard::mayHurry,
                    time),
                new TemplateRoutes(templates),
                new FileRoutes(features.attachments()),
                new JobRoutes(
                    database,
                    new Calendar(database, features.rules()),
                    new Recipients(
                        new RecipientList(database),
                        people.people(),
                        people.emails(),
                        features.signIn().tokens()),
                    views,
                    live,
                    time),
                new SearchRoutes(
                    people.people(),
                    people.groups(),
                    new FoundJobs(database),
                    new ReceivedMessages(database),
                    templates,
                    new PersonAnswers(database),
                    views),
                pages,
                api));
    api.know(routes.table());
    door.admit(new PortalSite(routes, guard, below.metrics(), time));
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
                    route.scopes().isEmpty() ? "-" : scopes(route)))
        .toList();
  }

  private static String scopes(Route route) {
    return route.scopes().stream().map(Scope::word).collect(Collectors.joining("+"));
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
