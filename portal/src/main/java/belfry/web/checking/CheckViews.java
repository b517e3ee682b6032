package belfry.web.checking;

import belfry.base.EnumWord;
import belfry.base.Said;
import belfry.jobs.checking.LastTime;
import belfry.jobs.checking.LeftOut;
import belfry.jobs.checking.WholeCheck;
import belfry.people.audience.StoredAudience;
import belfry.people.audience.Target;
import belfry.people.lists.ListReport;
import belfry.web.frame.Views;
import belfry.web.people.ListRoutes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What the API says of all recipients of a message, as JSON; {@code shown} is how its reader may
 * see them.
 */
final class CheckViews {
  private CheckViews() {}

  /** Somebody, for people to read. */
  record Who(String kind, Optional<String> id, String name, Optional<String> email) {
    private static Who of(Target target) {
      return new Who(
          EnumWord.of(target.kind()),
          Views.present(target.id()),
          target.name(),
          Views.present(target.email()));
    }

    static List<Who> of(List<Target> targets, UnaryOperator<List<Target>> shown) {
      return shown.apply(targets).stream().map(Who::of).toList();
    }
  }

  /** Those who do not get it, or may not, for the same reason. */
  record GroupView(
      String list, String why, String reason, Optional<Said> said, long count, List<Who> first) {
    static GroupView of(WholeCheck.Group group, UnaryOperator<List<Target>> shown) {
      var reason = group.reason();
      return new GroupView(
          reason.group(),
          why(reason),
          reason.why().english(),
          Said.of(reason.why()),
          group.count(),
          Who.of(group.first(), shown));
    }

    private static String why(LeftOut.Reason reason) {
      return switch (reason.kind()) {
        case NO_VALUE -> "noValue";
        case TOO_LONG -> "tooLong";
        case NO_LINK -> "noAddress";
        case NO_ACCOUNT -> "noAccount";
        case UNREACHABLE -> "unreachable";
        case EXCLUDED -> "excluded";
        case TWICE -> "twice";
        case DISPUTED -> "disputed";
        case NOT_YET_KNOWN -> "notYetKnown";
        case UNCHECKED -> "unchecked";
      };
    }
  }

  /** Who would get the longest text. */
  record LongestView(Who recipient, int bytes, int most) {}

  /** The difference from the last time of a repeating message. */
  record DifferenceView(
      String jobId, Instant at, long added, List<Who> firstAdded, long gone, List<Who> firstGone) {
    static DifferenceView of(LastTime.Difference difference, UnaryOperator<List<Target>> shown) {
      return new DifferenceView(
          difference.before().job().toString(),
          difference.before().at(),
          difference.added(),
          Who.of(difference.firstAdded(), shown),
          difference.gone(),
          Who.of(difference.firstGone(), shown));
    }
  }

  /** How many read a default because there is no value of this name, and how many more may. */
  record DefaultedView(String name, String words, long count, long notYetKnown) {
    static DefaultedView of(WholeCheck.Defaulted one) {
      return new DefaultedView(one.name(), one.words(), one.count(), one.open());
    }
  }

  /** A list whose file had lines that could not be read, and the first of them. */
  record UnreadView(
      String listId, String name, boolean leavesOut, long count, List<ListRoutes.LeftView> first) {
    static UnreadView of(StoredAudience.Unread one, List<ListReport.Left> first) {
      return new UnreadView(
          one.list().id().toString(),
          one.list().name(),
          one.leavesOut(),
          one.bad(),
          ListRoutes.LeftView.of(first));
    }
  }

  /** The result for everybody. */
  record CheckView(
      long ready,
      List<GroupView> groups,
      Optional<GroupView> twice,
      List<GroupView> disputed,
      List<DefaultedView> defaulted,
      List<UnreadView> unread,
      Optional<LongestView> longest,
      Optional<DifferenceView> lastTime) {}

  /** What has changed since the last time; absent if there was none. */
  record ChangesView(Optional<DifferenceView> lastTime) {}
}
