package belfry.people.audience;

import belfry.base.EnumWord;
import belfry.base.Phrase;
import belfry.people.lists.ListId;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whom a message is for, as the author chose it; the individual people are looked up when it is
 * sent.
 *
 * @param excluded who does not get it, however they were chosen. If this is empty it is not stored,
 *     so that audiences of earlier versions keep their text
 * @param outside whether addresses that are not found in the organization are written to as they
 *     are. If not, it is not stored either
 */
public record Audience(
    List<Entry> entries,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Entry> excluded,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean outside) {
  public static final Audience NOBODY = new Audience(List.of());

  /** How many addresses a message may have, in lists and typed, with those that are left out. */
  public static final int MOST_ADDRESSES = 60_000;

  /** How many names a summary contains. */
  private static final int NAMED = 3;

  /** Also reads audiences stored before anybody could be left out. */
  @JsonCreator
  public Audience(
      @JsonProperty("entries") List<Entry> entries,
      @JsonProperty("excluded") @Nullable List<Entry> excluded,
      @JsonProperty("outside") boolean outside) {
    this.entries = List.copyOf(entries);
    this.excluded = excluded == null ? List.of() : List.copyOf(excluded);
    this.outside = outside;
  }

  public Audience(List<Entry> entries, @Nullable List<Entry> excluded) {
    this(entries, excluded, false);
  }

  public Audience(List<Entry> entries) {
    this(entries, List.of());
  }

  /** One choice: a group, a person, a space or a list of addresses. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Group.class, name = "group"),
    @JsonSubTypes.Type(value = Person.class, name = "person"),
    @JsonSubTypes.Type(value = Space.class, name = "space"),
    @JsonSubTypes.Type(value = Addresses.class, name = "list"),
    @JsonSubTypes.Type(value = FromFile.class, name = "file"),
    @JsonSubTypes.Type(value = Saved.class, name = "saved"),
    @JsonSubTypes.Type(value = Recipients.class, name = "recipients")
  })
  public sealed interface Entry {
    String name();
  }

  /** All members of a group. */
  public record Group(String id, String name) implements Entry {}

  public record Person(PersonId id, String name) implements Entry {}

  /** A space: one message for everybody in it. */
  public record Space(SpaceId id, String name) implements Entry {}

  /** E-mail addresses, pasted or typed. */
  public record Addresses(String name, List<String> emails) implements Entry {
    public Addresses {
      emails = List.copyOf(emails);
    }
  }

  /** People of a file that was brought before. */
  public record FromFile(String listId, String name) implements Entry {}

  /** A saved audience, as it is when the message is sent. */
  public record Saved(String id, String name) implements Entry {}

  /**
   * Those who got an earlier message, as they are when this one is sent. Nobody else can be chosen
   * beside them.
   *
   * @param job the earlier message
   * @param recall those of this recall only; empty for those of all recalls. If it is empty it is
   *     not stored, so that audiences of earlier versions keep their text
   */
  public record Recipients(
      String job, Who who, String name, @JsonInclude(JsonInclude.Include.NON_EMPTY) String recall)
      implements Entry {
    /** Also reads what was stored before a recall could be named. */
    @JsonCreator
    public Recipients(
        @JsonProperty("job") String job,
        @JsonProperty("who") Who who,
        @JsonProperty("name") String name,
        @JsonProperty("recall") @Nullable String recall) {
      this.job = job;
      this.who = who;
      this.name = name;
      this.recall = recall == null ? "" : recall;
    }

    /** Whatever was recalled from them, and when. */
    public Recipients(String job, Who who, String name) {
      this(job, who, name, "");
    }
  }

  /** Which recipients of an earlier message are meant. */
  public enum Who {
    /** Those who still have it. */
    REACHED,
    /** Those from whom it was recalled. */
    RECALLED,
    /** Those who still have it and have not acknowledged it. */
    SILENT,
    /**
     * Those who certainly did not get it: refused, without an account, without a value that it
     * needs, or stopped before their turn. Whoever may have it is not among them.
     */
    NOT_REACHED;

    /** Its name in the API. */
    public String word() {
      return this == NOT_REACHED ? "notReached" : EnumWord.of(this);
    }
  }

  /** The recipients of an earlier message, if they are whom it is for. */
  public Optional<Recipients> earlier() {
    return all(entries, Recipients.class).stream().findFirst();
  }

  /** The message that a message to this audience is a reminder of. */
  public Optional<String> reminded() {
    return earlier().filter(one -> one.who() == Who.SILENT).map(Recipients::job);
  }

  /** Whether it names this group. */
  public boolean names(String group) {
    return entries.stream()
        .anyMatch(entry -> entry instanceof Group(var id, _) && id.equals(group));
  }

  /** The same, in which whatever is chosen by an id is called by it. */
  public Audience byIds() {
    return new Audience(byIds(entries), byIds(excluded), outside);
  }

  private static List<Entry> byIds(List<Entry> entries) {
    return entries.stream()
        .<Entry>map(entry ->
            switch (entry) {
              case Group(var id, _) -> new Group(id, id);
              case Person(var id, _) -> new Person(id, id.value());
              case Space(var id, _) -> new Space(id, id.value());
              case Addresses given -> given;
              case FromFile(var id, _) -> new FromFile(id, id);
              case Saved(var id, _) -> new Saved(id, id);
              case Recipients(var job, var who, _, var recall) ->
                  new Recipients(job, who, job, recall);
            })
        .toList();
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Those who are chosen, and those who are left out. */
  List<Entry> all() {
    return Stream.concat(entries.stream(), excluded.stream()).toList();
  }

  /** The entries of one kind. */
  static <T extends Entry> List<T> all(List<Entry> entries, Class<T> kind) {
    return entries.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The ids of the lists among these entries. */
  public static List<ListId> lists(List<Entry> entries) {
    return all(entries, FromFile.class).stream()
        .flatMap(file -> ListId.parse(file.listId()).stream())
        .distinct()
        .toList();
  }

  /** A summary: {@code All staff, General and 3 others, except Sales}. */
  public Phrase summary() {
    var earlier = earlier();
    if (earlier.isPresent()) {
      return switch (earlier.get().who()) {
        case REACHED ->
            Phrase.of(
                "audience.reached", "whoever has “{{message}}”", "message", earlier.get().name());
        case RECALLED ->
            Phrase.of(
                "audience.recalled",
                "whoever “{{message}}” was recalled from",
                "message",
                earlier.get().name());
        case SILENT ->
            Phrase.of(
                "audience.silent",
                "whoever has not acknowledged “{{message}}”",
                "message",
                earlier.get().name());
        case NOT_REACHED ->
            Phrase.of(
                "audience.notReached",
                "whoever did not get “{{message}}”",
                "message",
                earlier.get().name());
      };
    }
    var names = names(entries);
    var isShort = names.size() <= NAMED;
    var listed = String.join(", ", isShort ? names : names.subList(0, NAMED - 1));
    var more = names.size() - NAMED + 1;
    if (excluded.isEmpty()) {
      return isShort
          ? Phrase.of("audience.some", "{{names}}", "names", listed)
          : Phrase.of(
              "audience.others",
              "{{names}} and {{more, number}} others",
              "names",
              listed,
              "more",
              more);
    }
    var out = summaryOfExcluded();
    return isShort
        ? Phrase.of("audience.someExcept", "{{names}}, except {{out}}", "names", listed, "out", out)
        : Phrase.of(
            "audience.othersExcept",
            "{{names}} and {{more, number}} others, except {{out}}",
            "names",
            listed,
            "more",
            more,
            "out",
            out);
  }

  private String summaryOfExcluded() {
    var names = names(excluded);
    var listed = String.join(", ", names.stream().limit(NAMED).toList());
    return names.size() <= NAMED ? listed : listed + " +" + (names.size() - NAMED);
  }

  private static List<String> names(List<Entry> entries) {
    return entries.stream().map(Entry::name).toList();
  }
}
