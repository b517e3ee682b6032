package belfry.http;

import belfry.base.Phrase;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The header {@code Idempotency-Key} (draft-ietf-httpapi-idempotency-key-header): another place for
 * the {@code requestId} of a form.
 */
final class IdempotencyKey {
  static final String NAME = "Idempotency-Key";
  private static final String FIELD = "requestId";

  /** As the draft writes it, a string with quotes; most programs leave them out. */
  private static final Pattern FORM =
      Pattern.compile("\"([!#-\\[\\]-~]{1,100})\"|([!#-\\[\\]-~]{1,100})");

  private IdempotencyKey() {}

  /** The form with the header's key, if it has a place for one and the request has one. */
  static <T> T into(Request request, T form) {
    var header = request.header(NAME);
    var place =
        form.getClass().isRecord()
            ? Arrays.stream(form.getClass().getRecordComponents())
                .filter(one -> one.getName().equals(FIELD))
                .findFirst()
            : Optional.<RecordComponent>empty();
    if (header.isEmpty() || place.isEmpty()) {
      return form;
    }
    var key = read(header.get());
    try {
      var named = value(form, place.get());
      if (named != null && !named.equals(key)) {
        throw Problem.invalid(
                FIELD,
                Phrase.of(
                    "idempotencyKey.other", "This is not what the header Idempotency-Key says."))
            .thrown();
      }
      return with(form, key);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy " + form.getClass().getSimpleName(), e);
    }
  }

  static String read(String header) {
    var match = FORM.matcher(header.strip());
    if (!match.matches()) {
      throw Problem.invalid(
              NAME,
              Phrase.of(
                  "idempotencyKey.form",
                  "The header Idempotency-Key must have 1 to 100 visible characters of ASCII, in quotes or without."))
          .thrown();
    }
    return match.group(1) == null ? match.group(2) : match.group(1);
  }

  private static Object value(Object form, RecordComponent component)
      throws ReflectiveOperationException {
    var accessor = component.getAccessor();
    accessor.setAccessible(true);
    return accessor.invoke(form);
  }

  @SuppressWarnings("unchecked")
  private static <T> T with(T form, String key) throws ReflectiveOperationException {
    var components = form.getClass().getRecordComponents();
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    var values = new Object[components.length];
    for (var i = 0; i < components.length; i++) {
      values[i] = components[i].getName().equals(FIELD) ? key : value(form, components[i]);
    }
    var constructor = form.getClass().getDeclaredConstructor(types);
    constructor.setAccessible(true);
    return (T) constructor.newInstance(values);
  }
}
