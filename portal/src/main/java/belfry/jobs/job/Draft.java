package belfry.jobs.job;

import belfry.base.EnumWord;
import belfry.messages.Acknowledgement;
import belfry.messages.AttachmentId;
import belfry.messages.CardDesign;
import belfry.messages.Content;
import belfry.messages.MessageText;
import belfry.messages.Reminders;
import belfry.people.audience.Audience;
import belfry.runs.ContentColumns;
import belfry.runs.FirstWave;
import belfry.runs.RunWaves;
import belfry.runs.recipients.OnUnknown;
import belfry.storage.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * What a person writes: the text, a file, the buttons and picture below it, the audience, what to
 * do about spaces in doubt, and the first wave.
 *
 * @param firstWave empty if everybody is sent to at once
 * @param acknowledge how readers are asked to acknowledge it; empty if they are not
 */
public record Draft(
    MessageText text,
    Optional<AttachmentId> attachment,
    Optional<CardDesign> card,
    Audience audience,
    OnUnknown onUnknown,
    Optional<FirstWave> firstWave,
    Optional<Acknowledgement> acknowledge) {

  /** Nothing yet, to nobody. */
  public static final Draft NONE =
      new Draft(
          new MessageText(""),
          Optional.empty(),
          Optional.empty(),
          Audience.NOBODY,
          OnUnknown.HOLD,
          Optional.empty(),
          Optional.empty());

  /** A column of a job, and what it has of a draft. */
  record Column(String name, Function<Draft, @Nullable Object> value) {
    void bind(Update statement, Draft draft) {
      var bound = value.apply(draft);
      statement.bind(name, bound instanceof Enum<?> word ? EnumWord.of(word) : bound);
    }
  }

  /** Those of its content. */
  private static final List<Column> CONTENT =
      List.of(
          new Column("markdown", draft -> draft.text.markdown()),
          new Column("attachment", draft -> draft.attachment.map(AttachmentId::value).orElse(null)),
          new Column("card", draft -> draft.card.map(CardDesign::kept).orElse("")));

  private static final List<Column> OTHERS =
      List.of(
          new Column("on_unknown", Draft::onUnknown),
          new Column("audience", draft -> Json.write(draft.audience)),
          new Column("first_wave", draft -> draft.firstWave.map(Json::write).orElse("")),
          new Column(
              "acknowledge", draft -> draft.acknowledge.map(Acknowledgement::kept).orElse("")));

  static final List<Column> COLUMNS = Stream.concat(CONTENT.stream(), OTHERS.stream()).toList();

  static Draft read(ResultSet row) throws SQLException {
    return new Draft(
        new MessageText(row.getString("markdown")),
        ContentColumns.attachment(row),
        CardDesign.read(row.getString("card")),
        Json.read(row.getString("audience"), Audience.class),
        EnumWord.read(OnUnknown.class, row.getString("on_unknown")),
        RunWaves.read(row.getString("first_wave")),
        Acknowledgement.read(row.getString("acknowledge")));
  }

  /** The same with other words, for others. */
  private Draft with(
      MessageText words,
      Optional<CardDesign> design,
      Audience others,
      Optional<FirstWave> first,
      Optional<Acknowledgement> how) {
    return new Draft(words, attachment, design, others, onUnknown, first, how);
  }

  /** The same for a new message; who is outside the organization by then may be somebody else. */
  Draft anew() {
    var to = new Audience(audience.entries(), audience.excluded());
    return with(text, card, to, firstWave, acknowledge);
  }

  /** The same content for these, all at once. */
  Draft onlyFor(Audience others) {
    var asked =
        acknowledge.map(one -> others.reminded().isEmpty() ? one : one.with(Reminders.NONE));
    return with(text, card, others, Optional.empty(), asked);
  }

  /** A reminder of it as it stands, in the best words that can be sent. */
  public Draft reminder(Reminders reminders) {
    return reminder(reminders, Audience.NOBODY, Set.of(text));
  }

  /**
   * A reminder of it for these, likewise.
   *
   * @param texts what they may have of it
   */
  public Draft reminder(Reminders reminders, Audience silent, Set<MessageText> texts) {
    var asked = acknowledge.map(one -> one.with(Reminders.NONE));
    var possible =
        reminders.words(texts, asked).stream()
            .map(words -> with(new MessageText(words), card, silent, Optional.empty(), asked))
            .toList();
    return possible.stream()
        .filter(one -> ContentFaults.of(one).isEmpty())
        .findFirst()
        .orElseGet(possible::getLast);
  }

  /** The same with another way to acknowledge it. */
  public Draft asking(Optional<Acknowledgement> how) {
    return with(text, card, audience, firstWave, how);
  }

  /** The reminders that are set with it. */
  public Reminders reminders() {
    return acknowledge.map(Acknowledgement::reminders).orElse(Reminders.NONE);
  }

  /** The same with another text. */
  public Draft saying(String markdown) {
    return saying(new MessageText(markdown), card);
  }

  /** The same with another text and card. */
  public Draft saying(MessageText words, Optional<CardDesign> design) {
    return with(words, design, audience, firstWave, acknowledge);
  }

  /** The content that every recipient gets. */
  public Content content() {
    return new Content(text.markdown(), attachment, Acknowledgement.card(text, card, acknowledge));
  }

  /** Everything in it, as text; the same for the same draft. */
  public String wish() {
    return Stream.concat(
            Stream.of(content().digest()), OTHERS.stream().map(column -> column.value.apply(this)))
        .toList()
        .toString();
  }
}
