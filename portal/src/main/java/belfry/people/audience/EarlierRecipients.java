package belfry.people.audience;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.platform.ids.PersonId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Knows who got an earlier message, so that the next one can go to the same people. */
public interface EarlierRecipients {
  /** Whether it is known whom an entry means. */
  sealed interface Standing {
    /** No more can follow. */
    record Known() implements Standing {}

    /** More may follow. */
    record NotYet(Phrase why) implements Standing {}

    /** The earlier message was deleted. */
    record Gone() implements Standing {}
  }

  /**
   * Some of them, with the values of their messages.
   *
   * @param last where the next page begins
   */
  record Page(List<Target> targets, long last) {
    public Page {
      targets = List.copyOf(targets);
    }
  }

  /** The title of an earlier message of this app that has begun to go out. */
  Optional<String> title(App app, String job);

  /** Whether this is a recall of this message. */
  boolean isRecall(App app, String job, String recall);

  /**
   * Whether it is known whom it means.
   *
   * @param itself whether a recall or correction asks, which must not wait for itself
   */
  Standing standing(App app, Audience.Recipients whose, boolean itself);

  /** How many it means now. */
  record Count(long people, int spaces) {}

  /**
   * How many it means now, without {@link #addresses}; empty if the earlier message was deleted.
   */
  Optional<Count> count(App app, Audience.Recipients whose);

  /**
   * Another text if it means others. Whoever acknowledges a message leaves those who have not, and
   * nobody comes in their place: that changes nothing.
   */
  String digest(App app, Audience.Recipients whose);

  /**
   * Addresses that it means and that had no account, with the values of their messages; they are
   * looked up again.
   */
  SequencedMap<String, Map<String, String>> addresses(App app, Audience.Recipients whose);

  /**
   * Whom the message was for and whom not, as that was chosen; of a copy for some recipients of
   * another one, that of the other, unless it was deleted. Empty if the message itself was.
   */
  Optional<Audience> chosen(App app, Audience.Recipients whose);

  /** Those of these people who are among its recipients, meant or not. */
  Set<PersonId> among(App app, Audience.Recipients whose, Collection<PersonId> people);

  /** Those of these people who are among the recipients of the newest runs of these apps. */
  Set<PersonId> written(Collection<AppName> apps, Collection<PersonId> people, int runs);

  /** The next {@code most} after a place; from -1 on, and none after the last. */
  Page page(App app, Audience.Recipients whose, long after, int most);

  /** The values of this person's message; empty if they are not meant. */
  Optional<Map<String, String>> values(App app, Audience.Recipients whose, PersonId id);

  /** The names of the values that their messages had. */
  List<String> columns(App app, Audience.Recipients whose);
}
