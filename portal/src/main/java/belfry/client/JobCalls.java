package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What can be done with announcements that a portal has: looked at, followed, ended, recalled. */
public final class JobCalls {
  /** The most that the portal lists in one page. */
  private static final int PAGE = 200;

  private final PortalApi api;
  private final String key;

  /**
   * @param key stands for what is asked for, so that it is done once however often it is sent
   */
  public JobCalls(PortalApi api, String key) {
    this.api = api;
    this.key = key;
  }

  /**
   * Announcements of the app.
   *
   * @param more whether there are more than were asked for
   */
  public record Listed(List<JsonNode> jobs, boolean more) {}

  /**
   * The announcements of the app: those being sent first, then those scheduled.
   *
   * @param which as the API calls it: mine, all, recent, drafts, scheduled, running, finished
   * @param words that stand in them; empty for all
   * @param most how many at most
   */
  public Listed list(String which, String words, int most) {
    return told(
        "",
        "",
        () -> {
          var found = new ArrayList<JsonNode>();
          var cursor = "";
          do {
            var page =
                api.get(
                    "jobs/list/%s?limit=%d%s%s"
                        .formatted(
                            which,
                            Math.min(PAGE, most - found.size()),
                            words.isEmpty() ? "" : "&q=" + PortalApi.encoded(words),
                            cursor.isEmpty() ? "" : "&cursor=" + PortalApi.encoded(cursor)));
            page.path("items").forEach(found::add);
            cursor = page.path("next").asText();
          } while (!cursor.isEmpty() && found.size() < most);
          return new Listed(
              List.copyOf(found.subList(0, Math.min(most, found.size()))),
              !cursor.isEmpty() || found.size() > most);
        });
  }

  /** One of them, as it is now. */
  public Outcome show(String id) {
    return told(
        id,
        "",
        () -> {
          var job = detail(id);
          return outcome(End.WELL, Figures.of(job).words() + ". " + Sender.page(api, job), job);
        });
  }

  /** Waits until it is settled, as {@code send --wait} does. */
  public Outcome follow(String id, Duration atMost, Consumer<Figures> progress) {
    var job = told(id, "", () -> Following.look(api, id, atMost));
    return new Following(api, progress).follow(job, atMost);
  }

  /** Ends it, or makes a draft of it again if it has not begun. */
  public Outcome cancel(String id, boolean keepDraft) {
    return told(
        id,
        "cancelled it",
        () -> {
          var form = Map.<String, Object>of("jobId", id, "keepDraft", keepDraft);
          var done = api.act("jobs/cancel", form, key);
          var job = done.path("job");
          var words =
              job.path("state").asText().equals("draft")
                  ? job.has("repeat")
                      ? "It is off the schedule, and a draft again."
                      : "It is a draft again, and nothing of it was sent."
                  : "Cancelled: %,d have it, %,d may still get it, %,d do not get it."
                      .formatted(
                          done.path("sentBefore").asLong(),
                          done.path("inFlight").asLong(),
                          done.path("neverSent").asLong());
          return outcome(End.WELL, words + " " + Sender.page(api, job), job);
        });
  }

  /** Deletes its messages at all who have it, if that was agreed to. */
  public Outcome recall(String id, boolean yes) {
    return told(
        id,
        "begun to recall it",
        () -> {
          var form = Map.<String, Object>of("jobId", id);
          if (!yes) {
            var reach = api.ask("jobs/followUp/reach", form);
            var whose =
                Foresight.reach(reach.path("people").asLong(), reach.path("spaces").asLong());
            throw new Stop(
                End.QUESTION,
                "Nothing was recalled. It would be deleted at %s. Say --yes if that is right"
                    .formatted(whose));
          }
          var job = api.act("jobs/recall", form, key);
          return outcome(
              End.WELL, "The portal recalls it. See how far it is: " + Sender.page(api, job), job);
        });
  }

  /** Writes its recipients with their results into this file, as CSV. */
  public void export(String id, Path file) {
    told(
        id,
        "",
        () -> {
          api.save("jobs/export/" + id, file);
          return file;
        });
  }

  private JsonNode detail(String id) {
    return api.get("jobs/detail/" + id);
  }

  private static Outcome outcome(End end, String words, JsonNode job) {
    return new Outcome(end, words, Optional.of(job), Optional.empty());
  }

  /** What the portal refuses and does not answer, in words of the command line. */
  private <T> T told(String id, String deed, Supplier<T> work) {
    try {
      return work.get();
    } catch (Refusal refusal) {
      throw new Stop(
          End.REFUSED,
          switch (refusal.kind()) {
            case TOKEN -> "BELFRY_TOKEN or --token-file: " + refusal.detail();
            case APP -> "--app " + api.access().app() + ": " + refusal.detail();
            case GONE -> id + ": " + refusal.detail();
            case KEY_USED, KEY_ERASED, REQUEST ->
                refusal.errors().isEmpty()
                    ? refusal.detail()
                    : String.join("\n", refusal.errors().values());
          });
    } catch (NoAnswer none) {
      throw new Stop(
          End.NO_ANSWER,
          "--portal %s: %s. %s"
              .formatted(
                  api.access().portal(),
                  none.why(),
                  none.mayHaveTaken()
                      ? "It is not known whether the portal has " + deed + ". Run the command again"
                      : "Nothing was changed"));
    }
  }
}
