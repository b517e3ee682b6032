package belfry.web.jobs;

import belfry.base.Bare;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.http.Problem;
import belfry.jobs.tests.MessageTestWish;
import belfry.people.groups.Groups;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads from a request to whom a test goes, and as whose message. */
final class MessageTestForms {
  private static final int LONGEST_ID = 200;

  private MessageTestForms() {}

  /** Somebody by their id or by their address. */
  record SomebodyForm(@Nullable String id, @Nullable String email) {}

  static MessageTestWish wish(
      @Nullable List<@Nullable SomebodyForm> to, @Nullable SomebodyForm as) {
    var errors = new ArrayList<Problem.FieldError>();
    var readers = new ArrayList<Groups.Reference>();
    if (to != null && to.isEmpty()) {
      errors.add(
          Problem.FieldError.of(
              "to", Phrase.of("test.toNobody", "Say who gets the test, or leave this out.")));
    } else if (to != null && to.size() > MessageTestWish.MOST) {
      errors.add(Problem.FieldError.of("to", MessageTestWish.TOO_MANY));
    } else if (to != null) {
      for (var i = 0; i < to.size(); i++) {
        reference(to.get(i), "to[" + i + "]", errors).ifPresent(readers::add);
      }
    }
    var reader = as == null ? Optional.<Groups.Reference>empty() : reference(as, "as", errors);
    if (!errors.isEmpty()) {
      throw Problem.invalid(errors).thrown();
    }
    return new MessageTestWish(readers, reader);
  }

  private static Optional<Groups.Reference> reference(
      @Nullable SomebodyForm form, String field, List<Problem.FieldError> errors) {
    var id =
        Optional.ofNullable(form == null ? null : form.id)
            .map(Bare::of)
            .filter(text -> !text.isEmpty() && Shortened.isShort(text, LONGEST_ID));
    var email = Optional.ofNullable(form == null ? null : form.email).flatMap(Mailbox::of);
    if (id.isPresent() == email.isPresent()) {
      errors.add(
          Problem.FieldError.of(
              field, Phrase.of("member.idOrEmail", "Give either an id or an e-mail address.")));
      return Optional.empty();
    }
    return Optional.of(new Groups.Reference(id, email));
  }
}
