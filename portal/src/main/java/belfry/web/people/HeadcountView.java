package belfry.web.people;

import belfry.base.EnumWord;
import belfry.base.Said;
import belfry.base.Wait;
import belfry.people.audience.Headcount;
import belfry.people.audience.Unreachable;
import belfry.people.groups.ReadingProgress;
import belfry.web.frame.Views;
import belfry.web.frame.WaitView;
import java.util.List;
import java.util.Optional;

/** The size of an audience, as JSON: the API keeps its names where the domain changes its own. */
public record HeadcountView(
    long people,
    long most,
    int spaces,
    long duplicates,
    long excluded,
    long excludedListed,
    List<String> noAccount,
    List<String> byAddress,
    List<String> unchecked,
    List<String> nobodyExcluded,
    List<String> uncheckedExcluded,
    List<String> missing,
    List<String> stale,
    List<ReadingView> reading,
    List<String> incomplete,
    List<UnreachableView> unreachable,
    List<UnreachableView> unconfirmed) {

  /** A recipient whom the message does not reach, or may not reach, and why. */
  record UnreachableView(
      String kind,
      String id,
      String name,
      Optional<String> email,
      String reason,
      Optional<Said> said) {
    static UnreachableView of(Unreachable one) {
      return new UnreachableView(
          EnumWord.of(one.target().kind()),
          one.target().id(),
          one.target().name(),
          Views.present(one.target().email()),
          one.why().english(),
          Said.of(one.why()));
    }
  }

  /** A group whose members are being read, and what whoever counts them waits for meanwhile. */
  record ReadingView(String name, long read, boolean counted, WaitView waitsFor) {
    static ReadingView of(ReadingProgress one) {
      return new ReadingView(
          one.name(), one.read(), one.counted(), WaitView.of(Wait.For.RECIPIENTS.open()));
    }
  }

  public static HeadcountView of(Headcount count) {
    return new HeadcountView(
        count.people(),
        count.most(),
        count.spaces(),
        count.duplicates(),
        count.excluded(),
        count.excludedListed(),
        count.noAccount(),
        count.byAddress(),
        count.unchecked(),
        count.nobodyExcluded(),
        count.uncheckedExcluded(),
        count.missing(),
        count.stale(),
        count.reading().stream().map(ReadingView::of).toList(),
        count.incomplete(),
        count.unreachable().stream().map(UnreachableView::of).toList(),
        count.unconfirmed().stream().map(UnreachableView::of).toList());
  }
}
