package belfry.jobs.job;

import belfry.access.ActingPerson;
import belfry.apps.App;
import belfry.platform.ids.PersonId;
import belfry.storage.IdempotentRequest;
import java.util.Optional;

/**
 * Who requests a change, in which app.
 *
 * @param admin whether they may also change other people's jobs
 * @param through the name of the API token that was used; empty for the page
 * @param token its id; empty for the page
 */
public record Actor(
    App app, PersonId personId, String name, boolean admin, String through, String token) {
  /** On the page. */
  public Actor(App app, PersonId personId, String name, boolean admin) {
    this(app, personId, name, admin, "", "");
  }

  /** The same for the audit trail. */
  public ActingPerson acting() {
    return new ActingPerson(personId, through);
  }

  /** A request of theirs; {@code wish} is everything that a repetition shares with it. */
  public IdempotentRequest asks(String action, Optional<String> requestId, Object... wish) {
    return IdempotentRequest.of(app.name().value(), personId.value(), action, requestId, wish)
        .with(token);
  }
}
