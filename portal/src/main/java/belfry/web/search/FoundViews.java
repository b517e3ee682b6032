package belfry.web.search;

import belfry.answers.AnswerList;
import belfry.answers.ReceivedAnswer;
import belfry.apps.App;
import belfry.base.EnumWord;
import belfry.base.Excerpt;
import belfry.base.Said;
import belfry.jobs.search.ReceivedMessages;
import belfry.people.groups.Group;
import belfry.runs.Run;
import belfry.runs.RunWaits;
import belfry.web.answers.AnswerViews;
import belfry.web.jobs.JobView;
import belfry.web.people.PeopleViews;
import belfry.web.runs.RecipientView;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the API says of what was searched for, as JSON: docs/api/openapi.yaml describes each. */
final class FoundViews {
  private FoundViews() {}

  /** What is searched for; each is a section of the answer. */
  enum Kind {
    ANNOUNCEMENTS,
    RECEIVED,
    PEOPLE,
    GROUPS,
    TEMPLATES;

    String word() {
      return EnumWord.of(this);
    }
  }

  record PartView(String text, boolean marked) {
    static List<PartView> of(Excerpt excerpt) {
      return excerpt.parts().stream()
          .map(part -> new PartView(part.text(), part.marked()))
          .toList();
    }
  }

  /** The app that something belongs to. */
  record AppView(String app, String title) {
    static AppView of(App app) {
      return new AppView(app.name().value(), app.title());
    }
  }

  /**
   * Something that was found.
   *
   * @param app absent for people, who belong to none
   * @param where what of it the excerpt shows; absent if the title shows everything
   * @param job what is known of an announcement
   * @param recipient how an announcement went to whoever was searched for
   * @param source where a group is kept
   */
  record FoundView(
      String id,
      Optional<AppView> app,
      List<PartView> title,
      Optional<String> where,
      Optional<List<PartView>> excerpt,
      Optional<JobView> job,
      Optional<RecipientView> recipient,
      Optional<String> source) {
    FoundView from(Group group) {
      return new FoundView(
          id, app, title, where, excerpt, job, recipient, Optional.of(EnumWord.of(group.source())));
    }
  }

  record SectionView(String kind, List<FoundView> items, Optional<String> next) {}

  record SearchView(List<SectionView> sections) {}

  /**
   * A message that a person got.
   *
   * @param kind whether it is the announcement, a test of it, or a reply to what they answered
   * @param replyId of a reply
   * @param answers what they answered; absent if nothing
   * @param at when the sending began
   */
  record ReceivedView(
      AppView app,
      String jobId,
      String title,
      Optional<Said> titleSaid,
      String author,
      String kind,
      Optional<String> replyId,
      Instant at,
      RecipientView recipient,
      Optional<List<AnswerViews.AnswerView>> answers) {
    static ReceivedView of(
        App app,
        ReceivedMessages.Received one,
        RecipientView recipient,
        List<ReceivedAnswer> answers) {
      return new ReceivedView(
          AppView.of(app),
          one.job().toString(),
          one.text().title(),
          one.text().untitled().flatMap(Said::of),
          one.author(),
          EnumWord.of(one.kind()),
          Optional.of(one.run().toString()).filter(_ -> one.kind() == Run.Kind.REPLY),
          one.begun(),
          recipient,
          Optional.of(answers.stream().map(answer -> answer(one, answer)).toList())
              .filter(all -> !all.isEmpty()));
    }

    private static AnswerViews.AnswerView answer(
        ReceivedMessages.Received one, ReceivedAnswer answer) {
      return AnswerViews.AnswerView.of(
          new AnswerList.Titled(answer, one.text().title()), List.of(), RunWaits.Bot.FREE);
    }
  }

  record PersonView(
      PeopleViews.PersonView person, List<ReceivedView> items, Optional<String> next) {}
}
