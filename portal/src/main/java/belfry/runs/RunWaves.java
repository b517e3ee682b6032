package belfry.runs;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Stores first waves in the rows of runs. */
public final class RunWaves {
  private RunWaves() {}

  /**
   * Begins the wave of a run whose audience has been written.
   *
   * @param recipients how many it goes to
   * @param members if a group goes first and was found, the end of its members' rows
   */
  public static void begin(Handle handle, Run run, long recipients, Optional<Wave> members) {
    run.firstWave()
        .map(first ->
            first
                .of(recipients)
                .map(size -> begun(handle, run.id(), size))
                .orElseGet(() -> members.orElseGet(() -> Wave.begun(0, 0))))
        .ifPresent(wave -> write(handle, run.id(), Optional.of(wave)));
  }

  /** Rows of skipped people lie between those that are sent to. */
  private static Wave begun(Handle handle, RunId run, long size) {
    var last =
        size == 0
            ? Optional.<Long>empty()
            : handle
                .createQuery(
                    """
                    SELECT seq FROM recipient WHERE run = ? AND state = 'pending'
                    ORDER BY seq LIMIT 1 OFFSET ?
                    """)
                .bind(0, run.value())
                .bind(1, size - 1)
                .mapTo(Long.class)
                .findOne();
    return Wave.begun(last.map(seq -> seq + 1).orElse(0L), size);
  }

  /** Records that a person opened or shut the gate; the caller has locked the job. */
  static void setGate(Handle handle, RunId run, Run.Gate gate) {
    handle
        .createQuery("SELECT wave_end, wave_size, wave_state, goes_on FROM run WHERE id = ?")
        .bind(0, run.value())
        .map((row, _) -> wave(row))
        .one()
        .ifPresent(wave -> write(handle, run, wave.after(gate)));
  }

  /** Empty once the rest may follow. */
  public static void write(Handle handle, RunId run, Optional<Wave> wave) {
    handle.execute(
        """
        UPDATE run SET wave_end = ?, wave_mark = COALESCE(?, wave_mark), wave_size = ?,
          wave_state = ?, goes_on = ?
        WHERE id = ?
        """,
        wave.map(Wave::end).orElse(null),
        wave.map(Wave::end).orElse(null),
        wave.map(Wave::size).orElse(0L),
        EnumWord.of(wave.map(Wave::state).orElse(Wave.State.UNDERWAY)),
        wave.flatMap(Wave::goesOn).map(Instant::toEpochMilli).orElse(null),
        run.value());
  }

  /** Runs of this app that must continue by themselves now. */
  public static List<RunId> goingOn(Database database, AppName app, Instant now) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id FROM run
                WHERE app = ? AND goes_on IS NOT NULL AND goes_on <= ? ORDER BY goes_on, id
                """)
            .bind(0, app)
            .bind(1, now)
            .map((row, _) -> new RunId(row.getLong("id")))
            .list());
  }

  /** When the next run of this app continues by itself. */
  public static Optional<Instant> next(Handle handle, AppName app) {
    return handle
        .createQuery(
            """
            SELECT goes_on FROM run WHERE app = ? AND goes_on IS NOT NULL
            ORDER BY goes_on LIMIT 1
            """)
        .bind(0, app)
        .map((row, _) -> Moments.at(row, "goes_on"))
        .findOne();
  }

  static Optional<FirstWave> first(ResultSet row) throws SQLException {
    return read(row.getString("first_wave"));
  }

  /** A first wave as it is stored; empty text if everybody is sent to at once. */
  public static Optional<FirstWave> read(String json) {
    return json.isEmpty() ? Optional.empty() : Optional.of(Json.read(json, FirstWave.class));
  }

  static Optional<Wave> wave(ResultSet row) throws SQLException {
    var end = row.getLong("wave_end");
    if (row.wasNull()) {
      return Optional.empty();
    }
    var state = EnumWord.read(Wave.State.class, row.getString("wave_state"));
    return Optional.of(
        new Wave(end, row.getLong("wave_size"), state, Moments.find(row, "goes_on")));
  }
}
