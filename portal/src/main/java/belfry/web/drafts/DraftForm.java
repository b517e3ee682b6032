package belfry.web.drafts;

import belfry.base.EnumWord;
import belfry.http.Bodies;
import belfry.http.Request;
import belfry.jobs.job.Draft;
import belfry.messages.MessageText;
import belfry.web.frame.Caller;
import belfry.web.people.AudienceForms;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a message says and to whom, as callers send it. What is absent stays as it was. */
public record DraftForm(
    @Nullable String markdown,
    @Nullable String attachment,
    @Nullable CardForm card,
    @Nullable List<AudienceForms.EntryForm> audience,
    @Nullable List<AudienceForms.EntryForm> except,
    @Nullable Boolean outside,
    @Nullable String onUnknown,
    FirstWaveForms.@Nullable Form firstWave,
    @Nullable AcknowledgeForm acknowledge) {
  public static final DraftForm NONE =
      new DraftForm(null, null, null, null, null, null, null, null, null);

  /** A body with fields of a form of its own among those of a draft. */
  public record Within<T>(T form, DraftForm draft) {}

  /**
   * Reads both.
   *
   * @param without the fields of a draft that it does not take
   */
  public static <T> Within<T> within(Request request, Class<T> form, String... without) {
    var taken = fields(DraftForm.class);
    taken.removeAll(Set.of(without));
    return new Within<>(
        Bodies.json(request, form, taken), Bodies.json(request, DraftForm.class, fields(form)));
  }

  private static Set<String> fields(Class<?> form) {
    return Arrays.stream(form.getRecordComponents())
        .map(RecordComponent::getName)
        .collect(Collectors.toCollection(HashSet::new));
  }

  public Draft read(Caller caller, Draft before, AudienceForms audiences) {
    return new Draft(
        markdown == null ? before.text() : new MessageText(markdown),
        JobForms.attachment(attachment, before.attachment()),
        CardForm.read(card, before.card()),
        audiences.read(caller.app(), audience, except, outside, before.audience()),
        JobForms.onUnknown(onUnknown, before.onUnknown()),
        FirstWaveForms.read(firstWave, before.firstWave()),
        AcknowledgeForm.read(acknowledge, before.acknowledge()));
  }

  /** What every view of a job shows of it beside what it says and to whom. */
  public record View(
      String onUnknown,
      Optional<WaveViews.Begins> firstWave,
      Optional<AcknowledgeForm.View> acknowledge) {
    public static View of(Draft draft) {
      return new View(
          EnumWord.of(draft.onUnknown()),
          draft.firstWave().map(WaveViews.Begins::of),
          draft.acknowledge().map(AcknowledgeForm.View::of));
    }
  }
}
