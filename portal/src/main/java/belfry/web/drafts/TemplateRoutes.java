package belfry.web.drafts;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.templates.Template;
import belfry.jobs.templates.TemplateFields;
import belfry.jobs.templates.TemplateId;
import belfry.jobs.templates.Templates;
import belfry.messages.MessageText;
import belfry.web.frame.Caller;
import belfry.web.frame.Views;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code templates/…}: messages to begin others with. */
public final class TemplateRoutes {
  private final Templates templates;

  public TemplateRoutes(Templates templates) {
    this.templates = templates;
  }

  record VersionView(int version, String name, Views.AuthorView by, Instant writtenAt) {
    static VersionView of(Template one) {
      return new VersionView(
          one.version(), one.name(), new Views.AuthorView(one.by(), one.byName()), one.written());
    }
  }

  record TemplateView(
      String id,
      String name,
      int version,
      String title,
      List<String> fields,
      Views.AuthorView by,
      Instant writtenAt) {
    static TemplateView of(Template one) {
      return new TemplateView(
          one.id().toString(),
          one.name(),
          one.version(),
          one.text().title(),
          List.copyOf(one.fields().names()),
          new Views.AuthorView(one.by(), one.byName()),
          one.written());
    }
  }

  record ListView(List<TemplateView> items) {}

  record DetailView(
      TemplateView template,
      String markdown,
      Optional<CardView> card,
      List<VersionView> versions) {}

  record FilledView(String markdown, Optional<CardView> card, List<String> missing) {}

  public Reply list(Caller caller, Request request) {
    return Reply.ok(
        new ListView(templates.list(caller.app().name()).stream().map(TemplateView::of).toList()));
  }

  public Reply detail(Caller caller, Request request) {
    var version = request.query("version").map(TemplateRoutes::version);
    return Reply.ok(view(caller, find(caller, request.path("templateId"), version)));
  }

  private static int version(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException _) {
      throw Problem.invalid(
              "version", Phrase.of("field.mustBeNumber", "This must be a whole number."))
          .thrown();
    }
  }

  private DetailView view(Caller caller, Template template) {
    return new DetailView(
        TemplateView.of(template),
        template.text().markdown(),
        template.card().map(CardView::of),
        templates.versions(caller.app().name(), template.id()).stream()
            .map(VersionView::of)
            .toList());
  }

  private Template find(Caller caller, String id, Optional<Integer> version) {
    return TemplateId.parse(id)
        .flatMap(known -> templates.find(caller.app().name(), known, version))
        .orElseThrow(TemplateRoutes::missing);
  }

  static Problem.Thrown missing() {
    return Problem.notFound(Phrase.of("template.unknown", "There is no such template.")).thrown();
  }

  private record SaveForm(
      @Nullable String templateId,
      @Nullable Integer version,
      @Nullable String name,
      @Nullable String markdown,
      @Nullable CardForm card) {}

  /** Keeps a new template, or the next version of one. */
  public Reply save(Caller caller, Request request) {
    var form = Bodies.json(request, SaveForm.class);
    var text = new MessageText(form.markdown == null ? "" : form.markdown);
    var card = CardForm.read(form.card, Optional.empty());
    // A card may say it all.
    text.fault()
        .filter(_ -> card.isEmpty() || !text.markdown().isBlank())
        .ifPresent(why -> {
          throw Problem.invalid("markdown", why).thrown();
        });
    var draft = new Templates.Draft(name(form.name), text, card);
    if (form.templateId == null) {
      return answer(caller, 201, templates.add(caller.actor(), draft));
    }
    if (form.version == null) {
      throw Problem.invalid(
              "version", Phrase.of("template.versionMissing", "Send the version that you saw."))
          .thrown();
    }
    var id = TemplateId.parse(form.templateId).orElseThrow(TemplateRoutes::missing);
    return answer(caller, 200, templates.change(caller.actor(), id, form.version, draft));
  }

  private static String name(@Nullable String name) {
    var line = name == null ? "" : Bare.line(name);
    if (line.isEmpty() || !Shortened.isShort(line, Templates.LONGEST_NAME)) {
      throw Problem.invalid(
              "name",
              Phrase.of(
                  "template.name",
                  "Give it a name of at most {{most}} characters.",
                  "most",
                  Templates.LONGEST_NAME))
          .thrown();
    }
    return line;
  }

  private Reply answer(Caller caller, int status, Templates.Saved saved) {
    return switch (saved) {
      case Templates.Saved.Kept(var template) -> Reply.json(status, view(caller, template));
      case Templates.Saved.Missing() -> throw missing();
      case Templates.Saved.Stale(var version) ->
          throw Problem.stale(
                  Phrase.of(
                      "template.stale",
                      "Somebody else changed this template; it is now at version {{version}}. Load"
                          + " it again.",
                      "version",
                      version))
              .thrown();
      case Templates.Saved.Refused(var why) -> throw Problem.invalid("name", why).thrown();
    };
  }

  /** What it says with these values; changes nothing. */
  public Reply fill(Caller caller, Request request) {
    var filling = Bodies.json(request, TemplateForm.class).read(caller, templates, "");
    TemplateFields filled = filling.template().fields().filled(filling.values());
    return Reply.ok(
        new FilledView(
            filled.text().markdown(), filled.card().map(CardView::of), filling.missing()));
  }

  private record DeleteForm(@Nullable String templateId) {}

  public Reply delete(Caller caller, Request request) {
    var form = Bodies.json(request, DeleteForm.class);
    var id =
        TemplateId.parse(form.templateId == null ? "" : form.templateId)
            .orElseThrow(TemplateRoutes::missing);
    if (!templates.delete(caller.actor(), id)) {
      throw missing();
    }
    return Reply.noContent();
  }
}
