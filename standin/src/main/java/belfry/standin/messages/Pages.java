package belfry.standin.messages;

import static belfry.standin.manners.PageManner.EMPTY_PAGES_WITH_LINK;
import static belfry.standin.manners.PageManner.LINK_DROPS_PARAMETERS;
import static belfry.standin.manners.PageManner.LINK_ELSEWHERE;
import static belfry.standin.manners.PageManner.LINK_LOOPS;
import static belfry.standin.manners.PageManner.LINK_MAX_NULL;
import static belfry.standin.manners.PageManner.LINK_MISSING;
import static belfry.standin.manners.PageManner.LINK_RELATIVE;
import static belfry.standin.manners.PageManner.LIST_SHUFFLED;
import static belfry.standin.manners.PageManner.OLDEST_FIRST;
import static belfry.standin.manners.PageManner.PAGES_OF_ONE;
import static belfry.standin.manners.PageManner.PAGES_OVERLAP;
import static belfry.standin.manners.PageManner.PAGE_GAPS;
import static belfry.standin.manners.PageManner.SECOND_PAGE_HTML;
import static belfry.standin.manners.PageManner.SECOND_PAGE_MISSING;

import belfry.standin.answers.Errors;
import belfry.standin.answers.Links;
import belfry.standin.manners.Manner;
import belfry.standin.manners.PageManner;
import belfry.standin.switches.Switchboard;
import belfry.standin.wire.Fields;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import belfry.standin.world.Message;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Cuts a listing into pages, each of which names the next. */
final class Pages {
  /** Behind which message a page begins. */
  private static final String CURSOR = "cursor";

  /** Whether an empty page went before. */
  private static final String TURN = "turn";

  private static final List<PageManner> SMALL =
      List.of(
          PAGES_OF_ONE,
          SECOND_PAGE_MISSING,
          SECOND_PAGE_HTML,
          PAGE_GAPS,
          PAGES_OVERLAP,
          LINK_MISSING);

  private final Switchboard<Manner> manners;

  Pages(Switchboard<Manner> manners) {
    this.manners = manners;
  }

  /** One page. */
  record Page(List<Message> messages, Optional<String> next) {}

  /** Whether a listing has pages that would have none else. */
  boolean areForced() {
    return manners.isOn(EMPTY_PAGES_WITH_LINK) || SMALL.stream().anyMatch(manners::isOn);
  }

  /** What comes in the place of a page that is not the first. */
  Optional<Reply> insteadOfLater(Request request) {
    var query = request.query();
    if (query.value(CURSOR).isEmpty() && query.value(TURN).isEmpty()) {
      return Optional.empty();
    }
    if (manners.draw(SECOND_PAGE_MISSING)) {
      return Optional.of(Errors.of(404, "The requested resource could not be found."));
    }
    return manners.draw(SECOND_PAGE_HTML)
        ? Optional.of(Errors.page(200, "Just a moment..."))
        : Optional.empty();
  }

  Page cut(List<Message> newestFirst, Request request, int max) {
    var query = request.query();
    if (query.value(TURN).isEmpty() && manners.draw(EMPTY_PAGES_WITH_LINK)) {
      return new Page(List.of(), link(request, query.with(TURN, "1")));
    }
    var all = ordered(newestFirst);
    var cursor = query.value(CURSOR);
    var from = cursor.map(id -> behind(all, id)).orElse(0);
    var to = Math.min(all.size(), from + (isSmall() ? 1 : max));
    if (cursor.isPresent() && manners.draw(PAGE_GAPS)) {
      from = Math.min(from + 1, all.size());
      to = Math.min(to + 1, all.size());
    } else if (cursor.isPresent() && from > 0 && manners.draw(PAGES_OVERLAP)) {
      from--;
    }
    var page = all.subList(from, to);
    return new Page(
        page,
        to == all.size() || page.isEmpty() || manners.draw(LINK_MISSING)
            ? Optional.empty()
            : link(request, query.without(TURN).with(CURSOR, page.getLast().id())));
  }

  private boolean isSmall() {
    return SMALL.stream().filter(one -> one != PAGES_OF_ONE).anyMatch(manners::isOn)
        || manners.draw(PAGES_OF_ONE);
  }

  private List<Message> ordered(List<Message> newestFirst) {
    if (manners.draw(LIST_SHUFFLED)) {
      // The same disorder for each page.
      return newestFirst.stream()
          .sorted(Comparator.comparingInt(message -> message.uuid().hashCode() * 0x9E3779B9))
          .toList();
    }
    return manners.draw(OLDEST_FIRST) ? newestFirst.reversed() : newestFirst;
  }

  private static int behind(List<Message> all, String id) {
    for (var i = 0; i < all.size(); i++) {
      if (all.get(i).id().equals(id)) {
        return i + 1;
      }
    }
    return all.size();
  }

  private Optional<String> link(Request request, Fields query) {
    if (manners.draw(LINK_LOOPS)) {
      return Optional.of(Links.absolute(request, request.query()));
    }
    var next = query;
    if (manners.draw(LINK_DROPS_PARAMETERS)) {
      next = forgetful(query);
    }
    if (manners.draw(LINK_MAX_NULL)) {
      next = next.with("max", "null");
    }
    if (manners.draw(LINK_ELSEWHERE)) {
      return Optional.of("http://elsewhere.harbour.example" + Links.relative(request, next));
    }
    return Optional.of(
        manners.draw(LINK_RELATIVE)
            ? Links.relative(request, next)
            : Links.absolute(request, next));
  }

  /** What was asked for is gone, and only where the page begins is left. */
  private static Fields forgetful(Fields query) {
    var kept = new LinkedHashMap<>(query.values());
    kept.keySet().retainAll(Set.of(CURSOR, TURN));
    return new Fields(kept);
  }
}
