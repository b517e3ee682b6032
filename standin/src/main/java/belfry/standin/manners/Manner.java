package belfry.standin.manners;

import belfry.standin.switches.Switch;
import java.util.List;
import java.util.stream.Stream;

/** A way of answering that a client may not expect; any number of them can be on at once. */
public sealed interface Manner extends Switch
    permits AuthorManner,
        ClockManner,
        ContentManner,
        DirectoryManner,
        ItemManner,
        ListManner,
        MissingManner,
        MomentManner,
        PageManner,
        PostManner,
        RoomManner,
        StampManner,
        TransportManner {

  /** All there are, family by family. */
  static List<Manner> all() {
    return Stream.<Manner[]>of(
            ContentManner.values(),
            AuthorManner.values(),
            MomentManner.values(),
            StampManner.values(),
            ItemManner.values(),
            ListManner.values(),
            PageManner.values(),
            MissingManner.values(),
            ClockManner.values(),
            RoomManner.values(),
            PostManner.values(),
            DirectoryManner.values(),
            TransportManner.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** What it is about, as the name of its family. */
  default String family() {
    return getClass().getSimpleName().replace("Manner", "");
  }
}
