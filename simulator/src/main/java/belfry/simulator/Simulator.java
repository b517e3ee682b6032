package belfry.simulator;

import belfry.simulator.api.Api;
import belfry.simulator.api.Platform;
import belfry.simulator.base.PlatformClock;
import belfry.simulator.base.Time;
import belfry.simulator.control.ControlRoutes;
import belfry.simulator.control.Controls;
import belfry.simulator.control.PortalEnvironment;
import belfry.simulator.directory.BotAccount;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Groups;
import belfry.simulator.directory.Spaces;
import belfry.simulator.faults.Faults;
import belfry.simulator.limits.Limits;
import belfry.simulator.manners.Manners;
import belfry.simulator.messages.Action;
import belfry.simulator.messages.Actions;
import belfry.simulator.messages.Content;
import belfry.simulator.messages.Ledger;
import belfry.simulator.messages.Message;
import belfry.simulator.messages.Messages;
import belfry.simulator.oauth.AuthorizationRequest;
import belfry.simulator.oauth.OAuth;
import belfry.simulator.oauth.Tokens;
import belfry.simulator.pages.PageRoutes;
import belfry.simulator.webhooks.Webhooks;
import belfry.simulator.wire.Router;
import belfry.simulator.wire.Server;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A running stand-in of the messaging platform, on this machine only. */
public final class Simulator implements AutoCloseable {
  /** So long after a 429 was written, requests that were under way then do not count as early. */
  private static final Duration EARLY_GRACE = Duration.ofMillis(50);

  private final Platform platform;
  private final Controls controls;
  private final Ledger ledger;
  private final Api api;
  private final Server server;

  private Simulator(SimulatorSettings settings, Time time) {
    platform = platform(settings, new PlatformClock(time));
    controls = new Controls(platform);
    ledger = new Ledger(platform.messages());
    var router = new Router();
    api = new Api(platform, router);
    new ControlRoutes(platform, controls, ledger, this::releaseHanging).addTo(router);
    new PageRoutes(platform, controls).addTo(router);
    server = Server.start(settings.port(), router, platform.time());
  }

  public static Simulator start(SimulatorSettings settings) {
    return start(settings, Time.ofMachine());
  }

  /** For tests that own the time. */
  public static Simulator start(SimulatorSettings settings, Time time) {
    return new Simulator(settings, time);
  }

  private static Platform platform(SimulatorSettings settings, PlatformClock time) {
    var seed = settings.seed();
    var directory = new Directory(seed, settings.population());
    var messages = new Messages(directory, time, seed);
    messages.setListingLag(settings.listingLag());
    var spaces = new Spaces(directory, settings.population().spaces());
    var actions = new Actions(directory.ids(), time);
    var webhooks = new Webhooks(settings.webhooks(), directory, spaces, time);
    messages.listen(webhooks::hear);
    actions.listen(webhooks::hear);
    var tokens = new Tokens(directory, time, seed);
    return new Platform(
        time,
        directory,
        new Groups(directory, settings.population().groups()),
        spaces,
        messages,
        actions,
        webhooks,
        tokens,
        new OAuth(settings.oauth(), directory, tokens, time),
        new Limits(time, EARLY_GRACE, settings.limits()),
        new Faults(seed, settings.faults()),
        new Manners(seed, directory, time, settings.manners()),
        settings.unknownPersonStatus());
  }

  /** Where it listens; there is no {@code /v1} at the end. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.port());
  }

  public Directory directory() {
    return platform.directory();
  }

  public Groups groups() {
    return platform.groups();
  }

  public Spaces spaces() {
    return platform.spaces();
  }

  public List<BotAccount> bots() {
    return platform.directory().bots();
  }

  /** The access token of a bot, by its place in the settings. */
  public String botToken(int bot) {
    return platform.tokens().ofBot(bot);
  }

  public String directoryRefreshToken() {
    return platform.tokens().ofDirectory();
  }

  public String clientId() {
    return platform.oauth().settings().clientId();
  }

  public String clientSecret() {
    return platform.oauth().settings().clientSecret();
  }

  /** The environment variables with which a portal takes this simulator for the platform. */
  public Map<String, String> environment() {
    return PortalEnvironment.of(platform, address().toString());
  }

  /** A code as if the person with this address had consented on the page. */
  public String authorizationCode(String email, String redirectUri, String scope) {
    var person =
        platform
            .directory()
            .personByEmail(email)
            .orElseThrow(() -> new IllegalArgumentException("Nobody has the address " + email));
    var request = new AuthorizationRequest(clientId(), "code", redirectUri, scope, "", "", "");
    return platform.oauth().code(request, person);
  }

  /** Everything that was said, for tests that look deeper than the ledger. */
  public Messages messages() {
    return platform.messages();
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Everything that is told to others, and how often it was. */
  public Webhooks webhooks() {
    return platform.webhooks();
  }

  public Limits limits() {
    return platform.limits();
  }

  public Faults faults() {
    return platform.faults();
  }

  public Tokens tokens() {
    return platform.tokens();
  }

  /** Consent without a browser, revocation, people who write to bots. */
  public Controls controls() {
    return controls;
  }

  public long tokenExchanges() {
    return platform.oauth().exchanges();
  }

  public Map<String, Long> faultsFired() {
    return platform.faults().counts();
  }

  public Manners manners() {
    return platform.manners();
  }

  /** How often each manner was seen, by name. */
  public Map<String, Long> mannersApplied() {
    return platform.manners().counts();
  }

  public void setListingLag(Duration lag) {
    platform.messages().setListingLag(lag);
  }

  /** Moves the whole clock of the platform, at once or after so long; back if it is negative. */
  public void jumpClock(Duration by, Duration after) {
    platform.time().jump(by, after);
  }

  public void jumpClock(Duration by) {
    jumpClock(by, Duration.ZERO);
  }

  /** Somebody writes to a bot; both by id, address or, for the bot, name. */
  public Message say(String person, String bot, String markdown) {
    return controls.say(person, bot, Content.ofMarkdown(markdown));
  }

  /** Somebody, by id or address, writes in the thread of a message. */
  public Message reply(String person, String parent, String markdown) {
    return controls.reply(person, parent, Content.ofMarkdown(markdown));
  }

  /** Another program writes as a bot, by name or address, to these people, by id or address. */
  public List<Message> postAs(String bot, List<String> people, String markdown) {
    return controls.postAs(bot, people, Content.ofMarkdown(markdown));
  }

  /**
   * Somebody, by id or address, presses a button of a card; {@code inputs} is an object of JSON.
   */
  public Action press(String person, String messageId, String inputs) {
    return controls.press(person, messageId, inputs);
  }

  /** Ends every answer that hangs. */
  public void releaseHanging() {
    server.release();
  }

  @Override
  public void close() {
    api.close();
    server.close();
    platform.webhooks().close();
  }
}
