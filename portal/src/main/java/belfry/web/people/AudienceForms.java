package belfry.web.people;

import belfry.apps.App;
import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.jobs.job.Again;
import belfry.people.AudienceEntries;
import belfry.people.audience.Audience;
import belfry.people.audience.Audiences;
import belfry.people.directory.Spaces;
import belfry.people.lists.Lists;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads an audience from a request, and says which entry is invalid. */
public final class AudienceForms {
  private static final Phrase NO_GROUP =
      Phrase.of("entry.noGroup", "There is no such group. Remove it.");
  private static final Phrase NO_SAVED =
      Phrase.of("entry.noSaved", "There is no such saved audience. Remove it.");
  private static final Phrase NO_SPACE =
      Phrase.of("entry.noSpace", "There is no such space. Remove it.");
  private static final Phrase NO_PERSON =
      Phrase.of("entry.noPerson", "There is no such person. Remove them.");

  private static final Phrase FOREIGN =
      Phrase.of(
          "entry.foreign",
          "An entry of the kind {{kind}} has no such field. Leave it out, or make it an entry of its own.");

  private static final int MOST_ENTRIES = 1_000;
  private static final int MOST_EMAILS = 50_000;

  /** What says who an entry of each kind is. */
  private static final Map<String, Set<String>> KINDS =
      Map.of(
          "group", Set.of("id"),
          "person", Set.of("id", "email"),
          "space", Set.of("id"),
          "list", Set.of("emails", "listId"),
          "saved", Set.of("id"),
          "recipients", Set.of("id", "who", "recall"));

  private static final Map<String, Audience.Who> WHO =
      Map.of(
          "reached", Audience.Who.REACHED,
          "recalled", Audience.Who.RECALLED,
          "silent", Audience.Who.SILENT,
          "notReached", Audience.Who.NOT_REACHED);

  private static final Phrase NEITHER =
      Phrase.of("entry.who", "This must be reached, recalled, silent or notReached.");

  private static final int NAMED_AT_MOST = 5;

  /** In characters, of each address that is named. */
  private static final int SHOWN = 60;

  private static final int LONGEST_ID = 200;

  /** In characters; longer than names of groups and spaces on the platform. */
  private static final int LONGEST_NAME = 1_000;

  private final AudienceEntries entries;
  private final Audiences audiences;

  public AudienceForms(AudienceEntries entries, Audiences audiences) {
    this.entries = entries;
    this.audiences = audiences;
  }

  /**
   * An entry.
   *
   * @param kind group, person, space, list, saved or recipients
   * @param email of a person, instead of an id; beside one it is what {@link EntryView} showed
   * @param emails of a list
   * @param listId of a list that was uploaded, in place of its addresses
   * @param who reached, recalled, silent or notReached, of the recipients of an earlier message
   * @param recall of those it was recalled from, the recall; all if it is absent
   */
  public record EntryForm(
      @Nullable String kind,
      @Nullable String id,
      @Nullable String email,
      @Nullable String name,
      @Nullable List<String> emails,
      @Nullable String listId,
      @Nullable String who,
      @Nullable String recall) {
    /** The names of the fields that say who is meant. */
    private Stream<String> given() {
      var fields = new LinkedHashMap<String, @Nullable Object>();
      fields.put("id", id);
      fields.put("email", email);
      fields.put("emails", emails);
      fields.put("listId", listId);
      fields.put("who", who);
      fields.put("recall", recall);
      return fields.entrySet().stream()
          .filter(field -> field.getValue() != null)
          .map(Map.Entry::getKey);
    }
  }

  /**
   * The requested audience, each entry with its known name.
   *
   * @param entries null keeps the earlier ones
   * @param except who is left out; null keeps the earlier ones
   * @param outside whether addresses that are not found are written to; null keeps what was chosen
   * @throws Problem.Thrown 400, naming each invalid entry
   */
  public Audience read(
      App app,
      @Nullable List<EntryForm> entries,
      @Nullable List<EntryForm> except,
      @Nullable Boolean outside,
      Audience before) {
    var errors = new ArrayList<Problem.FieldError>();
    var chosen = entries == null ? before.entries() : entries(app, entries, "audience", errors);
    var excluded = except == null ? before.excluded() : entries(app, except, "except", errors);
    if (!errors.isEmpty()) {
      throw Problem.invalid(errors).thrown();
    }
    var audience = new Audience(chosen, excluded, outside == null ? before.outside() : outside);
    if (audience.earlier().isPresent() && chosen.size() + excluded.size() > 1) {
      throw Problem.invalid(
              "audience",
              Phrase.of(
                  "audience.recipientsAlone",
                  "Nobody else can be chosen or left out beside the recipients of an earlier"
                      + " message. Remove the others."))
          .thrown();
    }
    if (audiences.addressed(app, audience) > Audience.MOST_ADDRESSES) {
      throw Problem.invalid(
              "audience",
              Phrase.of(
                  "audience.tooManyAddresses",
                  "The lists and addresses of a message may have at most {{most, number}} people,"
                      + " with those who are left out. Put people into a group.",
                  "most",
                  Audience.MOST_ADDRESSES))
          .thrown();
    }
    return audience;
  }

  private List<Audience.Entry> entries(
      App app, List<EntryForm> forms, String field, List<Problem.FieldError> errors) {
    if (forms.size() > MOST_ENTRIES) {
      throw Problem.invalid(
              field,
              Phrase.of(
                  "audience.tooMany",
                  "An audience may have at most {{most, number}} entries. Put people into a group.",
                  "most",
                  MOST_ENTRIES))
          .thrown();
    }
    var entries = new ArrayList<Audience.Entry>();
    var spaces = this.entries.spaces(app, field.equals("except") ? Set.of() : spaces(forms));
    for (var i = 0; i < forms.size(); i++) {
      var at = field + "[" + i + "]";
      var form = forms.get(i);
      if (field.equals("except") && form != null && "space".equals(form.kind)) {
        errors.add(
            Problem.FieldError.of(
                at + ".kind",
                Phrase.of(
                    "entry.spaceExcluded",
                    "A space cannot be left out: everybody in it gets the message there. Leave out"
                        + " people or groups.")));
      } else if (field.equals("except") && form != null && "recipients".equals(form.kind)) {
        errors.add(
            Problem.FieldError.of(
                at + ".kind",
                Phrase.of(
                    "entry.recipientsExcluded",
                    "The recipients of an earlier message cannot be left out. Leave out groups and"
                        + " people.")));
      } else if (field.equals("except") && form != null && "saved".equals(form.kind)) {
        errors.add(
            Problem.FieldError.of(
                at + ".kind",
                Phrase.of(
                    "entry.savedExcluded",
                    "A saved audience cannot be left out. Leave out its groups and people.")));
      } else {
        entry(app, form, spaces, at, errors).ifPresent(entries::add);
      }
    }
    return entries;
  }

  private Optional<Audience.Entry> entry(
      App app,
      @Nullable EntryForm form,
      Map<SpaceId, Spaces.Sought> spaces,
      String field,
      List<Problem.FieldError> errors) {
    var kind = form == null || form.kind == null ? "" : form.kind;
    if (form == null || !KINDS.containsKey(kind)) {
      errors.add(
          Problem.FieldError.of(
              field + ".kind",
              Phrase.of(
                  "entry.kind", "This must be group, person, space, list, saved or recipients.")));
      return Optional.empty();
    }
    if (form.name != null && !Shortened.isShort(form.name, LONGEST_NAME)) {
      errors.add(
          Problem.FieldError.of(
              field + ".name",
              Phrase.of(
                  "entry.longName",
                  "The name may have at most {{most, number}} characters. Shorten it.",
                  "most",
                  LONGEST_NAME)));
      return Optional.empty();
    }
    // Whoever names several means each of them, so none may be left out silently.
    var foreign = form.given().filter(name -> !KINDS.get(kind).contains(name)).toList();
    if (!foreign.isEmpty()) {
      foreign.forEach(name ->
          errors.add(Problem.FieldError.of(field + "." + name, FOREIGN.with("kind", kind))));
      return Optional.empty();
    }
    if (kind.equals("list") && form.listId != null) {
      return uploaded(app, form, form.listId, field, errors);
    }
    if (kind.equals("list") || (form.id == null && form.email != null)) {
      return addresses(form, field, errors);
    }
    var id = id(form);
    if (id.isEmpty()) {
      errors.add(Problem.FieldError.of(field + ".id", Phrase.of("entry.noId", "Give its id.")));
      return Optional.empty();
    }
    if (kind.equals("recipients")) {
      return recipients(app, id, form, field, errors);
    }
    var given = form.name == null ? "" : Bare.line(form.name);
    var known =
        switch (kind) {
          case "group" -> entries.group(app, id, given);
          case "saved" -> entries.saved(app, id);
          case "space" ->
              Optional.ofNullable(spaces.get(new SpaceId(id)))
                  .flatMap(sought -> AudienceEntries.space(sought, new SpaceId(id), given));
          default -> entries.person(app, new PersonId(id), given);
        };
    if (known.isEmpty()) {
      errors.add(
          Problem.FieldError.of(
              field + ".id",
              switch (kind) {
                case "group" -> NO_GROUP;
                case "saved" -> NO_SAVED;
                case "space" -> NO_SPACE;
                default -> NO_PERSON;
              }));
    }
    return known;
  }

  private static Set<SpaceId> spaces(List<EntryForm> forms) {
    return forms.stream()
        .filter(form -> form != null && "space".equals(form.kind))
        .map(AudienceForms::id)
        .filter(id -> !id.isEmpty())
        .map(SpaceId::new)
        .collect(Collectors.toSet());
  }

  /** Empty if it cannot be one. */
  private static String id(EntryForm form) {
    var id = form.id == null ? "" : Bare.of(form.id);
    return Shortened.isShort(id, LONGEST_ID) ? id : "";
  }

  private Optional<Audience.Entry> recipients(
      App app, String job, EntryForm form, String field, List<Problem.FieldError> errors) {
    var who = form.who == null ? null : WHO.get(form.who);
    if (who == null) {
      errors.add(Problem.FieldError.of(field + ".who", NEITHER));
      return Optional.empty();
    }
    var recall = form.recall == null ? "" : form.recall;
    var known = entries.recipients(app, job, who, recall);
    if (known.isEmpty()) {
      errors.add(
          Problem.FieldError.of(
              field + ".id",
              Phrase.of(
                  "entry.noMessage",
                  "There is no such message, or it has not gone out. Choose another.")));
    } else if (!recall.isEmpty()
        && !(who == Audience.Who.RECALLED && entries.isRecall(app, job, recall))) {
      errors.add(Problem.FieldError.of(field + ".recall", Again.NO_RECALL));
    }
    return known;
  }

  /**
   * Which recipients of an earlier message are meant.
   *
   * @throws Problem.Thrown 400, naming the field
   */
  public static Audience.Who who(String word, String field) {
    return Optional.ofNullable(WHO.get(word))
        .orElseThrow(() -> Problem.invalid(field, NEITHER).thrown());
  }

  private Optional<Audience.Entry> uploaded(
      App app, EntryForm form, String listId, String field, List<Problem.FieldError> errors) {
    if (form.emails != null) {
      errors.add(
          Problem.FieldError.of(
              field + ".emails",
              Phrase.of(
                  "entry.listOrEmails", "Give either a listId or e-mail addresses, not both.")));
      return Optional.empty();
    }
    var known = entries.list(app, listId);
    if (known.isEmpty()) {
      errors.add(Problem.FieldError.of(field + ".listId", Lists.GONE));
    }
    return known;
  }

  private static Optional<Audience.Entry> addresses(
      EntryForm form, String field, List<Problem.FieldError> errors) {
    var emails =
        form.email != null
            ? List.of(form.email)
            : form.emails == null ? List.<String>of() : form.emails;
    if (emails.isEmpty() || emails.size() > MOST_EMAILS) {
      errors.add(
          Problem.FieldError.of(
              field + ".emails",
              Phrase.of(
                  "entry.emailCount",
                  "Give 1 to {{most, number}} e-mail addresses.",
                  "most",
                  MOST_EMAILS)));
      return Optional.empty();
    }
    var bad =
        emails.stream()
            .filter(email -> email == null || Mailbox.of(email).isEmpty())
            .map(AudienceForms::quoted)
            .toList();
    if (!bad.isEmpty()) {
      errors.add(Problem.FieldError.of(field + ".emails", noAddresses(bad)));
      return Optional.empty();
    }
    var clean = emails.stream().flatMap(email -> Mailbox.of(email).stream()).distinct().toList();
    var name =
        form.name == null || Bare.isBlank(form.name)
            ? clean.size() == 1 ? clean.getFirst() : "List"
            : Bare.line(form.name);
    return Optional.of(new Audience.Addresses(name, clean));
  }

  private static String quoted(@Nullable String email) {
    return "'" + Shortened.marked(String.valueOf(email), SHOWN + 1) + "'";
  }

  private static Phrase noAddresses(List<String> bad) {
    var more = bad.size() - NAMED_AT_MOST;
    return more > 0
        ? Phrase.of(
            "entry.noEmailsAndMore",
            "These are not e-mail addresses: {{names}} and {{more, number}} more.",
            "names",
            String.join(", ", bad.subList(0, NAMED_AT_MOST)),
            "more",
            more)
        : Phrase.of(
            "entry.noEmails",
            "These are not e-mail addresses: {{names}}.",
            "names",
            String.join(", ", bad));
  }
}
