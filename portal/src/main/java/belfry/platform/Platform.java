package belfry.platform;

import belfry.base.Time;
import belfry.platform.wire.File;
import belfry.platform.wire.Http;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.PlatformContact;
import belfry.platform.wire.Questions;
import belfry.platform.wire.ReadPaces;
import belfry.platform.wire.RequestThrottles;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/** Webex's REST API: one entry point for each resource, one connection pool for all. */
public final class Platform implements AutoCloseable {
  private final Http http;
  private final PlatformContact contact;
  private final PlatformClock clock;
  private final OAuthApi oauth;
  private final PeopleApi people;
  private final SpacesApi spaces;
  private final GroupsApi groups;
  private final MessagesApi messages;
  private final WebhooksApi webhooks;
  private final AnswersApi answers;
  private final ReadPaces readPaces;

  /**
   * Opens no connection yet; connections are made when needed.
   *
   * @param base the address without {@code /v1}
   * @param timeout how long a request may take as a whole, except for {@link File#PATIENCE}
   */
  public Platform(URI base, Duration timeout, Time time) {
    contact = new PlatformContact(time);
    http = new Http(timeout, Optional.of(contact));
    clock = new PlatformClock(time);
    var throttles = new RequestThrottles(time);
    var questions = new Questions(http, base, throttles, time, clock);
    readPaces = new ReadPaces(throttles);
    oauth = new OAuthApi(http, questions, time, clock);
    people = new PeopleApi(questions);
    spaces = new SpacesApi(questions, clock);
    groups = new GroupsApi(questions);
    messages = new MessagesApi(http, questions, time, clock);
    webhooks = new WebhooksApi(questions);
    answers = new AnswersApi(questions, clock);
  }

  public OAuthApi oauth() {
    return oauth;
  }

  public PeopleApi people() {
    return people;
  }

  public SpacesApi spaces() {
    return spaces;
  }

  public GroupsApi groups() {
    return groups;
  }

  public MessagesApi messages() {
    return messages;
  }

  public WebhooksApi webhooks() {
    return webhooks;
  }

  public AnswersApi answers() {
    return answers;
  }

  public PlatformContact contact() {
    return contact;
  }

  public ReadPaces readPaces() {
    return readPaces;
  }

  public PlatformClock clock() {
    return clock;
  }

  @Override
  public void close() {
    http.close();
  }
}
