package belfry.web.jobs;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.Sending;
import belfry.jobs.job.Draft;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.templates.TemplateFields;
import belfry.jobs.templates.Templates;
import belfry.storage.Json;
import belfry.web.drafts.DraftForm;
import belfry.web.drafts.JobForms;
import belfry.web.drafts.TemplateForm;
import belfry.web.frame.Caller;
import belfry.web.frame.Fields;
import belfry.web.people.AudienceForms;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code jobs/send}: makes a message and has it sent or scheduled, in one request. */
public final class SendAction {
  private final Sending sending;
  private final Templates templates;
  private final AudienceForms audiences;
  private final JobViews views;
  private final Time time;

  public SendAction(
      Sending sending, Templates templates, AudienceForms audiences, JobViews views, Time time) {
    this.sending = sending;
    this.templates = templates;
    this.views = views;
    this.time = time;
    this.audiences = audiences;
  }

  private record Form(
      @Nullable TemplateForm template,
      @Nullable String reference,
      @Nullable String at,
      @Nullable String zone,
      @Nullable String repeat,
      @Nullable Long graceMinutes,
      @Nullable Integer undoSeconds,
      @Nullable Long recipients,
      @Nullable String whom,
      @Nullable String goesOutAt,
      @Nullable String urgentReason,
      @Nullable String requestId) {

    /** Everything that a repetition shares with it: numbers may have been looked at again. */
    String wish(DraftForm draft) {
      var rest =
          new Form(
              template,
              reference,
              at,
              zone,
              repeat,
              graceMinutes,
              undoSeconds,
              null,
              null,
              null,
              urgentReason,
              null);
      return Json.write(List.of(draft, rest));
    }
  }

  public Reply answer(Caller caller, Request request) {
    var sent = DraftForm.within(request, Form.class);
    var form = sent.form();
    var id = Fields.requestId(form.requestId);
    var wish = form.wish(sent.draft());
    // Before anything else is looked at: a repetition a day later may name what is gone by then.
    var answer =
        sending
            .sentBefore(caller.actor(), id, wish)
            .orElseGet(
                () -> sending.send(caller.actor(), letter(caller, sent.draft(), form), id, wish));
    return JobReplies.of(views, caller, 201, answer);
  }

  private Sending.Letter letter(Caller caller, DraftForm draft, Form form) {
    return new Sending.Letter(
        JobForms.limited(draft(caller, draft, form.template)),
        JobForms.reference(form.reference),
        JobForms.consent(null, form.recipients, form.whom, form.goesOutAt, form.urgentReason),
        when(form),
        JobForms.undo(form.undoSeconds));
  }

  private Draft draft(Caller caller, DraftForm form, @Nullable TemplateForm template) {
    var said = Optional.ofNullable(template).map(one -> filled(caller, form, one));
    var draft = form.read(caller, Draft.NONE, audiences);
    return said.map(one -> draft.saying(one.text(), one.card())).orElse(draft);
  }

  /** What the template says; nobody is there to see that a value is missing. */
  private TemplateFields filled(Caller caller, DraftForm draft, TemplateForm template) {
    if (draft.markdown() != null || draft.card() != null) {
      throw Problem.invalid(
              draft.markdown() != null ? "markdown" : "card",
              Phrase.of("template.either", "The template says this. Leave out one of them."))
          .thrown();
    }
    var filling = template.read(caller, templates, "template.");
    if (!filling.template().by().equals(caller.personId())) {
      caller.mustRead();
    }
    if (!filling.missing().isEmpty()) {
      throw Problem.invalid(
              "template.fields",
              Phrase.of(
                  "template.missing",
                  "These have no value: {{names}}. Send one for each.",
                  "names",
                  String.join(", ", filling.missing())))
          .thrown();
    }
    return filling.template().fields().filled(filling.values());
  }

  private Optional<ParsedSchedule> when(Form form) {
    if (form.at == null) {
      if (form.zone != null || form.repeat != null || form.graceMinutes != null) {
        throw Problem.invalid(
                "at",
                Phrase.of(
                    "at.alone",
                    "Give a time, like 2026-11-27T16:00, or leave out how it is to be read."))
            .thrown();
      }
      return Optional.empty();
    }
    if (form.undoSeconds != null) {
      throw Problem.invalid(
              "undoSeconds",
              Phrase.of(
                  "undoSeconds.scheduled",
                  "What is scheduled can be cancelled until then. Leave this out."))
          .thrown();
    }
    return Optional.of(
        JobForms.when(form.at, form.zone, form.repeat, form.graceMinutes).read(time.now()));
  }
}
