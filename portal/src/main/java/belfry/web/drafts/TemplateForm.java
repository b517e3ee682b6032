package belfry.web.drafts;

import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.jobs.templates.Template;
import belfry.jobs.templates.TemplateId;
import belfry.jobs.templates.Templates;
import belfry.web.frame.Caller;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A template and the values for its fields, as callers send them; a refusal names the field. */
public record TemplateForm(
    @Nullable String templateId,
    @Nullable Integer version,
    @Nullable Map<String, @Nullable String> fields) {
  private static final int LONGEST_VALUE = 500;
  private static final int MOST_FIELDS = 100;

  /** A template and the values that were given for it. */
  public record Filling(Template template, Map<String, String> values) {
    public List<String> missing() {
      return template.fields().missing(values);
    }
  }

  /**
   * Finds the template and looks at the values.
   *
   * @param place what stands before the names of its fields in a refusal
   */
  public Filling read(Caller caller, Templates templates, String place) {
    var template =
        TemplateId.parse(templateId == null ? "" : templateId)
            .flatMap(id -> templates.find(caller.app().name(), id, Optional.ofNullable(version)))
            .orElseThrow(TemplateRoutes::missing);
    return new Filling(template, values(place));
  }

  private Map<String, String> values(String place) {
    var values = fields == null ? Map.<String, @Nullable String>of() : fields;
    if (values.size() > MOST_FIELDS) {
      throw Problem.invalid(
              place + "fields",
              Phrase.of(
                  "template.tooManyFields", "Send at most {{most}} fields.", "most", MOST_FIELDS))
          .thrown();
    }
    values.forEach((name, value) -> {
      if (value == null || !Shortened.isShort(value, LONGEST_VALUE)) {
        throw Problem.invalid(
                place + "fields." + name,
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
    return given;
  }
}
