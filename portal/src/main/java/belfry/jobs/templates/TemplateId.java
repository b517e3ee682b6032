package belfry.jobs.templates;

import belfry.base.Id;
import java.util.Optional;

/** Names a template; 13 characters in the API. */
public record TemplateId(long value) {
  static TemplateId next() {
    return new TemplateId(Id.next().value());
  }

  public static Optional<TemplateId> parse(String text) {
    return Id.parse(text).map(id -> new TemplateId(id.value()));
  }

  @Override
  public String toString() {
    return new Id(value).toString();
  }
}
