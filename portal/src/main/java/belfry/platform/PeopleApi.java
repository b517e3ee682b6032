package belfry.platform;

import belfry.base.Secret;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** {@code /v1/people} (platform-api.md 3). */
public final class PeopleApi {
  /** The most ids that one question may carry. */
  public static final int MOST_IDS = 85;

  private final Questions questions;

  PeopleApi(Questions questions) {
    this.questions = questions;
  }

  /** Whose token this is. An answer without {@code id} or {@code displayName} counts as none. */
  public Answer<Profile> me(Secret token) {
    var answer = questions.get(token, "people/me", PeopleApi::profile);
    return answer instanceof Answer.Got<Profile>(var me)
            && (me.id().isEmpty() || me.displayName().isEmpty())
        ? new Answer.Unreachable<>("the profile carries no id or displayName")
        : answer;
  }

  /** Persons whose display name begins with {@code prefix}; bots are left out. */
  public Answer<List<Profile>> named(Secret token, String prefix, int most) {
    return list(token, "people?displayName=" + Questions.encoded(prefix) + "&max=" + most);
  }

  public Answer<Optional<Profile>> byEmail(Secret token, String email) {
    return list(token, "people?email=" + Questions.encoded(email))
        .map(found -> found.stream().findFirst());
  }

  /** Those of {@code ids} (at most {@link #MOST_IDS}) that exist. */
  public Answer<List<Profile>> byIds(Secret token, Collection<String> ids) {
    return list(token, "people?id=" + Questions.encoded(String.join(",", ids)));
  }

  private Answer<List<Profile>> list(Secret token, String question) {
    return questions.get(
        token,
        question,
        json ->
            StreamSupport.stream(json.path("items").spliterator(), false)
                .filter(item -> !item.path("type").asText("person").equals("bot"))
                .map(PeopleApi::profile)
                .toList());
  }

  private static Profile profile(JsonNode json) {
    return new Profile(
        json.path("id").asText(""),
        json.path("displayName").asText(""),
        json.path("emails").path(0).asText(""),
        json.path("avatar").asText(""));
  }
}
