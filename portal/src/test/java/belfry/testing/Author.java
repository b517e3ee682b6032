package belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.messages.AttachmentId;
import belfry.messages.MessageText;
import belfry.people.audience.Audience;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.runs.FirstWave;
import belfry.runs.recipients.OnUnknown;
import java.time.Duration;
import java.util.Optional;

/** Somebody who may send, and who writes and sends announcements in a house. */
public final class Author {
  private final House house;
  private final Actor actor;

  public Author(House house, Profile profile) {
    this.house = house;
    assertThat(
            house
                .access()
                .add(house.app(), profile, Role.SENDER, new ActingPerson(new PersonId("ana"))))
        .isNotNull();
    actor = new Actor(house.app(), profile.id(), profile.displayName(), false);
  }

  public Actor actor() {
    return actor;
  }

  /** A text without a file for these people. */
  public static Draft text(String markdown, Audience audience) {
    return text(markdown, Optional.empty(), audience, Optional.empty());
  }

  /** A text for these people. */
  public static Draft text(
      String markdown,
      Optional<AttachmentId> file,
      Audience audience,
      Optional<FirstWave> firstWave) {
    return new Draft(
        new MessageText(markdown),
        file,
        Optional.empty(),
        audience,
        OnUnknown.HOLD,
        firstWave,
        Optional.empty());
  }

  /** A job that says Hello to these people, not sent yet. */
  public Job draft(Audience audience) {
    return agreed(house.writing().create(actor, text("Hello", audience), Optional.empty()));
  }

  /** Has it sent without time to take it back; it starts with what is due next. */
  public Job sendNow(Job job) {
    return agreed(house.runNow(actor, job.id(), Consent.NONE, Duration.ZERO, Optional.empty()));
  }

  /** The answer to a cancel that must be yes. */
  public static ChangeResult.Cancelled cancelled(ChangeResult answer) {
    assertThat(answer).isInstanceOf(ChangeResult.Cancelled.class);
    return (ChangeResult.Cancelled) answer;
  }

  /** The job of an answer that must be yes. */
  public static Job agreed(ChangeResult answer) {
    assertThat(answer).isInstanceOf(ChangeResult.Agreed.class);
    return ((ChangeResult.Agreed) answer).job();
  }
}
