package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.manners.Manner;
import belfry.simulator.messages.History;
import belfry.simulator.messages.Messages;
import belfry.simulator.messages.Room;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Problem;
import belfry.simulator.wire.Times;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What reads {@code /v1/messages}: platform-api.md 4.2. */
final class ReadingApi {
  private static final int USUAL_PAGE = 50;
  private static final int LARGEST_PAGE = 1_000;
  private static final int LARGEST_MENTIONS_PAGE = 100;

  /** The size of the one page of {@code /messages/direct}; no source shows it. */
  private static final int DIRECT_PAGE = 50;

  private final Directory directory;
  private final Messages messages;
  private final Rooms rooms;
  private final MessageView view;

  ReadingApi(Platform platform, Rooms rooms) {
    directory = platform.directory();
    messages = platform.messages();
    this.rooms = rooms;
    view = new MessageView(directory);
  }

  void addTo(Routes routes) {
    routes.on(Operation.MESSAGES_DIRECT, this::direct);
    routes.on(Operation.MESSAGES_GET, this::get);
    routes.on(Operation.MESSAGES_LIST, this::list);
  }

  private Answer.Full get(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var message = rooms.message(exchange.call().part("id"), exchange.principal());
    // "May 404 for a few seconds after creation in group rooms": platform-api.md 4.2.
    if (message.room() instanceof Room.Group && !messages.isVisible(message)) {
      throw Rooms.noMessage();
    }
    return view.one(message, exchange.call());
  }

  private Answer.Full direct(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var call = exchange.call();
    var id = call.query("personId");
    var email = call.query("personEmail");
    if (id.isPresent() == email.isPresent()) {
      throw new Problem(400, "Provide only one destination in the personId and personEmail fields");
    }
    var room = rooms.conversation(id.orElse(null), email.orElse(null), exchange.principal());
    if (!messages.exists(room)) {
      throw rooms.noConversation();
    }
    exchange.reads(rooms.id(room));
    var asked = History.newest(DIRECT_PAGE).inThread(named("parentId", call, room));
    var size = exchange.pageOf(DIRECT_PAGE);
    return page(exchange, room, asked, new Cut(size, size < DIRECT_PAGE));
  }

  private Answer.Full list(Exchange exchange) {
    exchange.needs("spark:messages_read");
    var call = exchange.call();
    var roomId = call.query("roomId").orElseThrow(() -> new Problem(400, "roomId is required."));
    var room = rooms.required(roomId, exchange.principal());
    var mentioned = mentioned(exchange, room);
    exchange.reads(rooms.id(room));
    var cap = mentioned == null ? LARGEST_PAGE : LARGEST_MENTIONS_PAGE;
    var size = Paging.size(call, "max", USUAL_PAGE, cap);
    var asked =
        History.newest(size)
            .before(before(call))
            .inThread(named("parentId", call, room))
            .mentioning(mentioned);
    return page(exchange, room, asked, new Cut(exchange.pageOf(size), true));
  }

  /** How a history is cut into pages, and whether each leads to the next. */
  private record Cut(int size, boolean linked) {}

  private Answer.Full page(Exchange exchange, Room room, History asked, Cut cut) {
    var call = exchange.call();
    var cursor = Paging.cursor(call);
    if (cursor > 0 || exchange.occasion().cutsPages(Manner.OLDEST_FIRST)) {
      var all = messages.history(room, asked.atMost(Integer.MAX_VALUE)).reversed();
      var shown = all.stream().skip(cursor).limit(cut.size()).toList();
      var page = view.many(shown, call);
      var next = cursor + cut.size();
      return next < all.size() ? Paging.linked(page, call, Paging.CURSOR, next) : page;
    }
    var older = asked.olderThan(named("beforeMessage", call, room));
    var found = messages.history(room, older.atMost(cut.size() + 1));
    var shown = found.stream().limit(cut.size()).toList();
    var page = view.many(shown, call);
    return cut.linked() && found.size() > cut.size()
        ? Paging.linked(page, call, "beforeMessage", shown.getLast().id())
        : page;
  }

  /** Bots see in a space only what mentions them, and must ask for just that. */
  private @Nullable Principal mentioned(Exchange exchange, Room room) {
    var asked = exchange.call().query("mentionedPeople").orElse("");
    var self = exchange.principal();
    if (asked.equals("me") || asked.equals(directory.id(self))) {
      return self;
    }
    if (!asked.isEmpty() || (exchange.caller().isBot() && room instanceof Room.Group)) {
      throw new Problem(403, "Failed to get activity.");
    }
    return null;
  }

  private static OptionalLong before(Call call) {
    var moment = call.query("before");
    return moment.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(Times.read(moment.get()).toEpochMilli());
  }

  /** The number of the message of this room that a parameter names, if it is given. */
  private OptionalInt named(String parameter, Call call, Room room) {
    var id = call.query(parameter);
    return id.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(rooms.message(id.get(), room).number());
  }
}
