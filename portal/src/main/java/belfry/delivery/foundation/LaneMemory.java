package belfry.delivery.foundation;

import belfry.apps.AppName;
import belfry.pace.PaceMemory;
import belfry.storage.Json;
import belfry.storage.Moments;
import belfry.storage.Unreadable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * What a lane's row remembers of its bot.
 *
 * @param trouble why the bot cannot be used until somebody acts; empty if it can
 * @param stranger when a message of it that Belfry did not send was last seen
 */
public record LaneMemory(
    LaneId id, PaceMemory pace, Optional<String> trouble, Optional<Instant> stranger) {
  /** Of a bot through which nothing was ever sent. */
  public static LaneMemory none(LaneId id) {
    return new LaneMemory(id, PaceMemory.none(), Optional.empty(), Optional.empty());
  }

  /** All at once: there are few, and each query costs more than its rows. */
  public static Map<AppName, List<LaneMemory>> all(Handle handle) {
    return handle
        .createQuery("SELECT app, pace, trouble, stranger FROM lane")
        .map((row, _) -> read(row))
        .collect(Collectors.groupingBy(lane -> lane.id.app()));
  }

  /** Those of these lanes that are on record. */
  public static List<LaneMemory> of(Handle handle, List<LaneId> lanes) {
    return handle
        .createQuery(
            "SELECT app, pace, trouble, stranger FROM lane WHERE app IN (<lanes>) ORDER BY app")
        .bindList("lanes", lanes)
        .map((row, _) -> read(row))
        .list();
  }

  private static LaneMemory read(ResultSet row) throws SQLException {
    return new LaneMemory(
        LaneId.parse(row.getString("app")),
        pace(row.getString("pace")),
        Optional.of(row.getString("trouble")).filter(why -> !why.isEmpty()),
        Moments.find(row, "stranger"));
  }

  private static PaceMemory pace(String json) {
    try {
      return json.isEmpty() ? PaceMemory.none() : Json.read(json, PaceMemory.class);
    } catch (Unreadable _) {
      return PaceMemory.none();
    }
  }
}
