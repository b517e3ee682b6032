package belfry.platform;

import belfry.base.Secret;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Document;
import belfry.platform.wire.NoAnswer;
import belfry.platform.wire.Questions;
import belfry.platform.wire.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code /v1/people} (platform-api.md 3). */
public final class PeopleApi {
  /** How many ids a request may contain. */
  public static final int MOST_IDS = 85;

  private static final int EVERYBODY_AT_ONCE = 1_000;

  private final Questions questions;

  public PeopleApi(Questions questions) {
    this.questions = questions;
  }

  /** The owner of this token. An answer without {@code id} or {@code displayName} is invalid. */
  public Response<Profile> me(Secret token) {
    return questions.get(
        token,
        "people/me",
        me -> {
          me.required("id");
          me.required("displayName");
          return profile(me);
        });
  }

  /** People whose display name begins with {@code prefix}, without bots. */
  public Response<List<Profile>> named(Secret token, String prefix, int most) {
    return list(
        token,
        "people?displayName=" + Questions.encoded(prefix) + "&max=" + most,
        PeopleApi::profile);
  }

  /**
   * The person with this address; empty if the platform says that nobody has it. People shown only
   * with other addresses do not count, because a message must not go to them.
   */
  public Response<Optional<Profile>> byEmail(Secret token, String email) {
    return at(token, email, PeopleApi::profile);
  }

  /** Likewise, with all their addresses. */
  public Response<Optional<Listed>> listedAt(Secret token, String email) {
    return at(token, email, PeopleApi::listed);
  }

  private <T> Response<Optional<T>> at(Secret token, String email, Function<Document, T> read) {
    return questions.get(
        token,
        "people?email=" + Questions.encoded(email),
        json -> {
          var found = people(json);
          var theirs = found.stream().filter(one -> mayHave(one, email)).findFirst();
          if (theirs.isEmpty() && !found.isEmpty()) {
            throw new Document.Unexpected(NoAnswer.OTHER_PEOPLE);
          }
          return theirs.map(read);
        });
  }

  /** Whether the platform shows somebody with this address, be it a bot. */
  public Response<Boolean> knows(Secret token, String email) {
    return questions.get(
        token,
        "people?email=" + Questions.encoded(email),
        json -> {
          var shown = json.list("items");
          if (!shown.isEmpty() && shown.stream().noneMatch(one -> mayHave(one, email))) {
            throw new Document.Unexpected(NoAnswer.OTHER_PEOPLE);
          }
          return !shown.isEmpty();
        });
  }

  /**
   * Somebody as the platform shows them, with all their addresses.
   *
   * @param emails in the order in which they are shown
   */
  public record Listed(PersonId id, String name, List<String> emails) {
    /** Whether they are shown with this address. */
    public boolean has(String email) {
      return emails.stream().anyMatch(email.strip()::equalsIgnoreCase);
    }
  }

  /**
   * Whoever the platform shows for an address or an id, whether they are shown with that address or
   * with others; for whoever decides then whether they are meant.
   */
  public Response<List<Listed>> shown(Secret token, String addressOrId) {
    var by = addressOrId.contains("@") ? "email" : "id";
    return questions.get(
        token,
        "people?" + by + "=" + Questions.encoded(addressOrId),
        json -> people(json).stream().map(PeopleApi::listed).toList());
  }

  private static Listed listed(Document one) {
    return new Listed(
        new PersonId(one.required("id")), one.optional("displayName"), one.texts("emails"));
  }

  /**
   * Delivers everybody of the organization, page by page: no bots, no guests, and nobody who can no
   * longer sign in. Needs an administrator's token.
   */
  public Response<Boolean> everybody(Secret token, Consumer<List<Profile>> page) {
    return questions.freshPages(
        token,
        "people?max=" + EVERYBODY_AT_ONCE,
        json -> {
          page.accept(
              people(json).stream().filter(PeopleApi::isStaff).map(PeopleApi::profile).toList());
          return true;
        });
  }

  /**
   * Those of {@code ids} (at most {@link #MOST_IDS}) whom {@link #everybody} delivers too, under
   * the ids given here.
   */
  public Response<List<Profile>> staff(Secret token, Collection<PersonId> ids) {
    return under(
        ids,
        questions.getFresh(
            token,
            named(ids),
            json ->
                people(json).stream().filter(PeopleApi::isStaff).map(PeopleApi::profile).toList()),
        Profile::id,
        Profile::under);
  }

  /** The documentation shows these flags as texts. */
  private static boolean isStaff(Document person) {
    return List.of("", "person").contains(person.optional("type"))
        && !person.json().path("loginEnabled").asText("").equals("false");
  }

  private static boolean mayHave(Document person, String email) {
    var known = person.texts("emails");
    return known.isEmpty() || known.stream().anyMatch(email.strip()::equalsIgnoreCase);
  }

  /** The ids in parts that one question each may ask about. */
  public static List<List<PersonId>> parts(List<PersonId> ids) {
    var parts = new ArrayList<List<PersonId>>();
    for (var from = 0; from < ids.size(); from += MOST_IDS) {
      parts.add(ids.subList(from, Math.min(ids.size(), from + MOST_IDS)));
    }
    return parts;
  }

  /**
   * Whether an answer about several people is only that the platform cannot read one of their ids,
   * which says nothing about the others.
   */
  public static boolean isAboutAnId(Response<?> answer) {
    return answer instanceof Response.Absent
        || (answer instanceof Response.Denied<?>(var status, _) && status == 400);
  }

  /** Those of {@code ids} (at most {@link #MOST_IDS}) that exist, under the ids given here. */
  public Response<List<Profile>> byIds(Secret token, Collection<PersonId> ids) {
    return under(ids, list(token, named(ids), PeopleApi::profile), Profile::id, Profile::under);
  }

  /** Likewise, with all their addresses. */
  public Response<List<Listed>> listed(Secret token, Collection<PersonId> ids) {
    return under(
        ids,
        list(token, named(ids), PeopleApi::listed),
        Listed::id,
        (one, id) -> new Listed(id, one.name(), one.emails()));
  }

  private static String named(Collection<PersonId> ids) {
    var joined = ids.stream().map(PersonId::value).collect(Collectors.joining(","));
    return "people?id=" + Questions.encoded(joined);
  }

  private static <T> Response<List<T>> under(
      Collection<PersonId> ids,
      Response<List<T>> answer,
      Function<T, PersonId> idOf,
      BiFunction<T, PersonId, T> under) {
    var byKey = ids.stream().collect(Collectors.groupingBy(PlatformId::key));
    return answer.map(found ->
        found.stream()
            .flatMap(one ->
                byKey.getOrDefault(PlatformId.key(idOf.apply(one)), List.of()).stream()
                    .filter(id -> PlatformId.compare(id, idOf.apply(one)) == Likeness.SAME)
                    .map(id -> under.apply(one, id)))
            .toList());
  }

  private <T> Response<List<T>> list(Secret token, String question, Function<Document, T> read) {
    return questions.get(token, question, json -> people(json).stream().map(read).toList());
  }

  private static List<Document> people(Document json) {
    return json.list("items").stream()
        .filter(item -> !item.optional("type").equals("bot"))
        .toList();
  }

  private static Profile profile(Document json) {
    return new Profile(
        new PersonId(json.required("id")),
        json.optional("displayName"),
        json.texts("emails"),
        json.optional("avatar"),
        json.optional("firstName"),
        json.optional("lastName"),
        json.optional("orgId"));
  }
}
