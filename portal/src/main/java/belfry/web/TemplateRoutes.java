package belfry.web;

import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.http.Bodies;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.jobs.Template;
import belfry.jobs.TemplateFields;
import belfry.jobs.TemplateId;
import belfry.jobs.Templates;
import belfry.messages.MessageText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code templates/…}: messages to begin others with. */
final class TemplateRoutes {
  private static final int LONGEST_VALUE = 500;
  private static final int MOST_FIELDS = 100;

  private final Templates templates;

  TemplateRoutes(Templates templates) {
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

  Reply list(Caller caller, Request request) {
    return Reply.ok(
        new ListView(templates.list(caller.app().name()).stream().map(TemplateView::of).toList()));
  }

  Reply detail(Caller caller, Request request) {
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

  private static Problem.Found missing() {
    return Problem.notFound(Phrase.of("template.unknown", "There is no such template.")).thrown();
  }

  private record SaveForm(
      @Nullable String templateId,
      @Nullable Integer version,
      @Nullable String name,
      @Nullable String markdown,
      @Nullable CardForm card) {}

  /** Keeps a new template, or the next version of one. */
  Reply save(Caller caller, Request request) {
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
    if (line.isEmpty() || line.length() > Templates.LONGEST_NAME) {
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

  private record FillForm(
      @Nullable String templateId,
      @Nullable Integer version,
      @Nullable Map<String, @Nullable String> fields) {}

  /** What it says with these values; changes nothing. */
  Reply fill(Caller caller, Request request) {
    var form = Bodies.json(request, FillForm.class);
    var template =
        find(
            caller,
            form.templateId == null ? "" : form.templateId,
            Optional.ofNullable(form.version));
    var values = form.fields == null ? Map.<String, @Nullable String>of() : form.fields;
    if (values.size() > MOST_FIELDS) {
      throw Problem.invalid(
              "fields",
              Phrase.of(
                  "template.tooManyFields", "Send at most {{most}} fields.", "most", MOST_FIELDS))
          .thrown();
    }
    values.forEach((name, value) -> {
      if (value == null || value.length() > LONGEST_VALUE) {
        throw Problem.invalid(
                "fields." + name,
                Phrase.of(
                    "template.value",
                    "This must be text of at most {{most}} characters.",
                    "most",
                    LONGEST_VALUE))
            .thrown();
      }
    });
    @SuppressWarnings("NullAway")
    Map<String, String> given = Map.copyOf(values);
    TemplateFields filled = template.fields().filled(given);
    return Reply.ok(
        new FilledView(
            filled.text().markdown(),
            filled.card().map(CardView::of),
            template.fields().missing(given)));
  }

  private record DeleteForm(@Nullable String templateId) {}

  Reply delete(Caller caller, Request request) {
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
