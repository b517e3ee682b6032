package belfry.web;

import static belfry.web.frame.Route.admin;
import static belfry.web.frame.Route.everybody;
import static belfry.web.frame.Route.open;
import static belfry.web.frame.Route.person;
import static belfry.web.frame.Route.question;
import static belfry.web.frame.Route.sender;
import static belfry.web.frame.Route.signIn;
import static belfry.web.frame.Route.signedIn;

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
import belfry.web.checking.CheckRoutes;
import belfry.web.checking.PreviewAction;
import belfry.web.drafts.FileRoutes;
import belfry.web.drafts.TemplateRoutes;
import belfry.web.frame.Route;
import belfry.web.jobs.FollowUpRoutes;
import belfry.web.jobs.JobActions;
import belfry.web.jobs.JobRoutes;
import belfry.web.jobs.MessageTestActions;
import belfry.web.jobs.ReminderRoutes;
import belfry.web.jobs.SendAction;
import belfry.web.operations.InfoRoutes;
import belfry.web.operations.MetricsRoutes;
import belfry.web.page.PageRoutes;
import belfry.web.people.ListRoutes;
import belfry.web.people.SavedAudienceRoutes;
import belfry.web.people.UserRoutes;
import belfry.web.search.SearchRoutes;
import java.util.List;
import java.util.Map;

/** The whole API on one page: method, path, required role, handler. */
final class Routes {
  private final List<Route> table;

  /** One object for each group of routes. */
  record Groups(
      InfoRoutes info,
      MetricsRoutes metrics,
      SignInRoutes signIn,
      SessionRoutes sessions,
      TokenRoutes tokens,
      WebhookRoutes webhooks,
      UserRoutes user,
      ListRoutes lists,
      SavedAudienceRoutes audiences,
      AdminRoutes admin,
      RuleRoutes rules,
      BotRoutes bots,
      TrailRoutes trail,
      JobActions act,
      MessageTestActions tests,
      SendAction send,
      FollowUpRoutes followUps,
      ReminderRoutes reminders,
      AnswerRoutes answers,
      CheckRoutes checks,
      PreviewAction previews,
      TemplateRoutes templates,
      FileRoutes files,
      JobRoutes jobs,
      SearchRoutes search,
      PageRoutes page,
      ApiRoutes api) {}

  Routes(Groups to) {
    table =
        List.of(
            everybody("GET", "/status", to.info::status),
            everybody("GET", "/status/ready", to.info::ready),
            everybody("GET", "/status/live", to.info::live),
            everybody("GET", "/metrics", to.metrics::scrape),
            everybody("GET", "/openapi.yaml", to.api::yaml),
            everybody("GET", "/openapi.json", to.api::json),
            everybody("GET", "/", to.page::home),
            everybody("GET", "/favicon.ico", to.page::icon),
            everybody("GET", "/Hub/assets/:fingerprint/*file", to.page::asset),
            open("GET", "/Hub/:app", to.page::intoApp),
            open("GET", "/Hub/:app/sendMessage.html", to.page::page),
            open("GET", "/Hub/:app/api", to.api::page),
            open("GET", "/Hub/:app/info", to.info::info),
            signIn("GET", "/Hub/:app/authUrl", to.signIn::authUrl),
            signIn("GET", "/Hub/:app/oauth", to.signIn::callback),
            signedIn("POST", "/Hub/:app/session/confirm", to.signIn::confirm).once(),
            signedIn("POST", "/Hub/:app/logout", to.signIn::logout).once(),
            person("GET", "/Hub/:app/sessions", to.sessions::own),
            person("DELETE", "/Hub/:app/sessions", to.sessions::endOthers).once(),
            person("DELETE", "/Hub/:app/sessions/:session", to.sessions::end).once(),
            person("GET", "/Hub/:app/tokens", to.tokens::own),
            person("POST", "/Hub/:app/tokens", to.tokens::make).once(),
            person("DELETE", "/Hub/:app/tokens/:token", to.tokens::revoke).once(),
            person("POST", "/Hub/:app/admin/claim", to.admin::claim).once(),
            sender("GET", "/Hub/:app/user/groups/list", to.user::groups),
            sender("GET", "/Hub/:app/user/groups/find", to.user::findGroups),
            sender("GET", "/Hub/:app/user/groups/members", to.user::members),
            sender("GET", "/Hub/:app/user/people/find", to.user::findPeople),
            sender("GET", "/Hub/:app/user/people/received", to.search::person),
            sender("GET", "/Hub/:app/search", to.search::search),
            sender("GET", "/Hub/:app/user/colleagues/find", to.user::colleagues),
            sender("GET", "/Hub/:app/user/spaces/list", to.user::spaces),
            sender("GET", "/Hub/:app/user/spaces/find", to.user::findSpaces),
            // A group of the directory is changed by administrators only: UserRoutes looks.
            sender("POST", "/Hub/:app/user/groups/add", to.user::add).onceOrAgain(),
            sender("POST", "/Hub/:app/user/groups/remove", to.user::remove).onceOrAgain(),
            sender("POST", "/Hub/:app/user/groups/create", to.user::create),
            sender("POST", "/Hub/:app/user/groups/rename", to.user::rename),
            sender("POST", "/Hub/:app/user/groups/delete", to.user::delete),
            sender("POST", "/Hub/:app/user/lists/add", to.lists::add).once(),
            sender("GET", "/Hub/:app/user/lists/detail/:listId", to.lists::detail),
            sender("GET", "/Hub/:app/user/lists/unread/:listId", to.lists::unread),
            sender("GET", "/Hub/:app/user/audiences/list", to.audiences::list),
            sender("GET", "/Hub/:app/user/audiences/detail/:audienceId", to.audiences::detail),
            sender("POST", "/Hub/:app/user/audiences/save", to.audiences::save),
            sender("POST", "/Hub/:app/user/audiences/delete", to.audiences::delete),
            question("/Hub/:app/user/audiences/explain", to.audiences::explain),
            admin("GET", "/Hub/:app/admin/users", to.admin::list),
            admin("POST", "/Hub/:app/admin/users", to.admin::add).onceOrAgain(),
            admin("DELETE", "/Hub/:app/admin/users/:id", to.admin::remove).once(),
            admin("GET", "/Hub/:app/admin/tokens", to.tokens::ofApp),
            admin("DELETE", "/Hub/:app/admin/tokens/:token", to.tokens::revokeInApp).once(),
            admin("GET", "/Hub/:app/admin/webhooks", to.webhooks::list),
            admin("POST", "/Hub/:app/admin/webhooks", to.webhooks::make).once(),
            admin("GET", "/Hub/:app/admin/webhooks/:webhook", to.webhooks::detail),
            admin("POST", "/Hub/:app/admin/webhooks/:webhook", to.webhooks::change).once(),
            admin("DELETE", "/Hub/:app/admin/webhooks/:webhook", to.webhooks::delete).once(),
            admin("POST", "/Hub/:app/admin/webhooks/:webhook/rotate", to.webhooks::rotate).once(),
            admin("POST", "/Hub/:app/admin/webhooks/:webhook/test", to.webhooks::test).once(),
            admin("POST", "/Hub/:app/admin/webhooks/:webhook/replay", to.webhooks::replay).once(),
            admin("GET", "/Hub/:app/admin/rules", to.rules::rules),
            admin("POST", "/Hub/:app/admin/rules", to.rules::change).once(),
            admin("GET", "/Hub/:app/admin/bots", to.bots::bots),
            admin("POST", "/Hub/:app/admin/bots/spread", to.bots::spread).once(),
            admin("GET", "/Hub/:app/admin/trail", to.trail::list),
            admin("GET", "/Hub/:app/admin/trail/verify", to.trail::verify),
            admin("GET", "/Hub/:app/admin/trail/export", to.trail::export),
            admin("GET", "/Hub/:app/admin/users/:id/sessions", to.sessions::ofUser),
            admin("DELETE", "/Hub/:app/admin/users/:id/sessions", to.sessions::endAllOfUser).once(),
            admin("DELETE", "/Hub/:app/admin/users/:id/sessions/:session", to.sessions::endOfUser)
                .once(),
            sender("GET", "/Hub/:app/templates/list", to.templates::list),
            sender("GET", "/Hub/:app/templates/detail/:templateId", to.templates::detail),
            sender("POST", "/Hub/:app/templates/save", to.templates::save).once(),
            question("/Hub/:app/templates/fill", to.templates::fill),
            sender("POST", "/Hub/:app/templates/delete", to.templates::delete).once(),
            sender("POST", "/Hub/:app/jobs/attach", to.files::attach).once(),
            sender("GET", "/Hub/:app/jobs/attachment/:id", to.files::attachment),
            sender("POST", "/Hub/:app/jobs/edit", to.act::edit),
            sender("POST", "/Hub/:app/jobs/send", to.send::answer),
            sender("POST", "/Hub/:app/jobs/runNow", to.act::runNow),
            sender("POST", "/Hub/:app/jobs/schedule", to.act::schedule),
            sender("POST", "/Hub/:app/jobs/cancel", to.act::cancel),
            sender("POST", "/Hub/:app/jobs/pause", to.act::pause),
            sender("POST", "/Hub/:app/jobs/resume", to.act::resume),
            sender("POST", "/Hub/:app/jobs/urgent", to.act::hurry),
            sender("POST", "/Hub/:app/jobs/skip", to.act::skip),
            sender("POST", "/Hub/:app/jobs/unskip", to.act::unskip),
            sender("POST", "/Hub/:app/jobs/duplicate", to.act::duplicate).showing(),
            sender("POST", "/Hub/:app/jobs/delete", to.act::delete),
            sender("POST", "/Hub/:app/jobs/decide", to.act::decide),
            sender("POST", "/Hub/:app/jobs/retryFailed", to.act::retryFailed),
            sender("POST", "/Hub/:app/jobs/recall", to.followUps::recall),
            sender("POST", "/Hub/:app/jobs/correct", to.followUps::correct),
            sender("GET", "/Hub/:app/jobs/correctable/:jobId", to.followUps::correctable),
            sender("POST", "/Hub/:app/jobs/stopFollowUp", to.followUps::stop),
            sender("POST", "/Hub/:app/jobs/remind", to.reminders::set),
            sender("POST", "/Hub/:app/jobs/skipReminder", to.reminders::skip),
            sender("POST", "/Hub/:app/jobs/unskipReminder", to.reminders::unskip),
            sender("POST", "/Hub/:app/jobs/stopReminders", to.reminders::stop),
            question("/Hub/:app/jobs/followUp/reach", to.followUps::reach),
            sender("GET", "/Hub/:app/jobs/followUp/messages/:followUpId", to.followUps::messages),
            sender("GET", "/Hub/:app/jobs/followUp/export/:followUpId", to.followUps::export),
            open("POST", "/Hub/:app/answers/event", to.answers::event),
            open("POST", "/Hub/:app/answers/event/:bot", to.answers::furtherEvent),
            sender("GET", "/Hub/:app/answers/list", to.answers::list),
            sender("GET", "/Hub/:app/answers/announcements", to.answers::announcements),
            sender("POST", "/Hub/:app/answers/done", to.answers::done).showing().once(),
            sender("POST", "/Hub/:app/answers/reply", to.answers::reply).showing(),
            sender("POST", "/Hub/:app/answers/decide", to.answers::decide).showing(),
            sender("GET", "/Hub/:app/answers/automatic", to.answers::automatic),
            admin("POST", "/Hub/:app/answers/automatic", to.answers::changeAutomatic).once(),
            question("/Hub/:app/jobs/preview", to.previews::answer),
            question("/Hub/:app/jobs/check", to.checks::check),
            question("/Hub/:app/jobs/check/names", to.checks::names),
            question("/Hub/:app/jobs/check/leftOut", to.checks::leftOutOfDraft),
            sender("GET", "/Hub/:app/jobs/leftOut/:jobId", to.checks::leftOut),
            sender("GET", "/Hub/:app/jobs/changes/:jobId", to.checks::changes),
            sender("GET", "/Hub/:app/jobs/changes/:jobId/:part", to.checks::changedNames),
            sender("POST", "/Hub/:app/jobs/test", to.tests::test),
            sender("GET", "/Hub/:app/jobs/list/:scope", to.jobs::list),
            sender("GET", "/Hub/:app/jobs/calendar", to.jobs::calendar),
            sender("GET", "/Hub/:app/jobs/detail/:jobId", to.jobs::detail),
            sender("GET", "/Hub/:app/jobs/recipients/:jobId", to.jobs::recipients),
            sender("GET", "/Hub/:app/jobs/failures/:jobId", to.jobs::failures),
            sender("GET", "/Hub/:app/jobs/export/:jobId", to.jobs::export));
  }

  List<Route> table() {
    return table;
  }

  /** The row for a request, with the parameters of its pattern. */
  record Match(Route route, Map<String, String> parameters) {}

  /** All rows for these decoded path segments, whatever the method. */
  List<Match> match(List<String> segments) {
    return table.stream()
        .flatMap(
            route -> route.pattern().match(segments).stream().map(named -> new Match(route, named)))
        .toList();
  }
}
