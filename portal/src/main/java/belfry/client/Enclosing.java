package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;

/** Puts the file to a draft, unless it is there from an earlier run of the same command. */
final class Enclosing {
  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private final PortalApi api;
  private final Sender.Key key;

  Enclosing(PortalApi api, Sender.Key key) {
    this.api = api;
    this.key = key;
  }

  /** The draft with its file; refused if it is not any more what this command made. */
  JsonNode complete(JsonNode draft, Announcement announcement) {
    var there = draft.path("attachment");
    var wished = announcement.file();
    var isOurs =
        draft.path("revision").asInt() == revision(there.isObject())
            && draft.path("markdown").asText().equals(announcement.markdown());
    if (!isOurs) {
      throw changed(draft);
    }
    if (there.isObject()) {
      requireSame(draft, announcement);
      return draft;
    }
    return wished.map(file -> with(draft, file)).orElse(draft);
  }

  /** Which revision of it the command made: a new one, which is then changed once for its file. */
  static int revision(boolean hasFile) {
    return hasFile ? 2 : 1;
  }

  Stop changed(JsonNode job) {
    return new Stop(
        End.DECISION,
        "Nothing was sent. The draft of --idempotency-key "
            + key.value()
            + " was changed on the page since. Go on with it there: "
            + Sender.page(api, job));
  }

  /** Refuses another file than the one that the job has, or one where it has none. */
  void requireSame(JsonNode job, Announcement announcement) {
    var there = job.path("attachment");
    var wished = announcement.file();
    if (there.isObject() == wished.isPresent()
        && wished.filter(file -> !isSame(there, file)).isEmpty()) {
      return;
    }
    throw new Stop(
        End.REFUSED,
        "--idempotency-key %s: it stands for this message with %s. Give another key"
            .formatted(
                key.value(),
                there.isObject() ? "another file, " + there.path("name").asText() : "no file"));
  }

  private JsonNode with(JsonNode draft, Announcement.Enclosure file) {
    return api.act(
        "jobs/edit",
        Map.of(
            "jobId", draft.path("id").asText(),
            "revision", draft.path("revision").asLong(),
            "attachment", upload(api, file)),
        key.of("file"));
  }

  private boolean isSame(JsonNode there, Announcement.Enclosure file) {
    return isNamedLike(there.path("name").asText(), file.name())
        && there.path("size").asLong() == file.bytes().length
        && Arrays.equals(
            api.download("jobs/attachment/" + there.path("id").asText()), file.bytes());
  }

  /** The portal replaces what no file may be called, and cuts off the beginning of long names. */
  private static boolean isNamedLike(String kept, String name) {
    return letters(name).endsWith(letters(kept));
  }

  private static String letters(String name) {
    return NO_LETTERS.matcher(Normalizer.normalize(name, Normalizer.Form.NFC)).replaceAll("");
  }

  /** The id of the uploaded file. */
  static String upload(PortalApi api, Announcement.Enclosure file) {
    return api.upload("jobs/attach?name=" + PortalApi.encoded(file.name()), file.bytes())
        .path("id")
        .asText();
  }
}
