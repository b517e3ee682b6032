package belfry.simulator.pages;

import belfry.simulator.api.Platform;
import belfry.simulator.base.Resource;
import belfry.simulator.control.PortalEnvironment;
import belfry.simulator.directory.Person;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.wire.Answer;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** {@code GET /}: what this is, who is in it, and what happened so far. */
final class StartPage {
  private final Platform platform;

  StartPage(Platform platform) {
    this.platform = platform;
  }

  Answer show(String address) {
    var directory = platform.directory();
    return Layout.page(
        200,
        "Simulator",
        Html.NOTHING,
        Html.of(
            """
            <body>
            {}
            <main class="start">
              <div class="intro">
                <h1>A messaging platform of your own</h1>
                <p>This program stands in for the platform: the same calls, the same limits, the same
                ways to fail. Point a portal at <code>{}</code>, sign in as anybody, and read
                what arrived in anybody’s inbox.</p>
              </div>
              <section class="figures" aria-label="So far">{}</section>
              <div class="columns">
                <section class="card">
                  <h2>Read an inbox</h2>
                  {}
                  <div class="people">{}</div>
                </section>
                <div class="stack">
                  <section class="card">
                    <h2>Bots</h2>
                    {}
                  </section>
                  <section class="card">
                    <h2>Settings of a portal</h2>
                    <pre class="copy">{}</pre>
                  </section>
                  <section class="card">
                    <h2>For tests</h2>
                    <p>Counters and knobs are JSON under <code>/sim</code>:
                    <a href="/sim/counts">counts</a>, <a href="/sim/ledger">ledger</a>,
                    <a href="/sim/limits">limits</a>, <a href="/sim/faults">faults</a>,
                    <a href="/sim/manners">manners</a>, <a href="/sim/rivals">rivals</a>,
                    <a href="/sim/lag">listing lag</a>, <a href="/sim/clock">clock</a>.</p>
                  </section>
                </div>
              </div>
            </main>
            </body>
            """,
            Layout.header("start"),
            address,
            figures(),
            searchForm(""),
            people(directory.suggested()),
            bots(),
            settings(address)));
  }

  static Html searchForm(String words) {
    return Html.of(
        """
        <form class="find" method="get" action="/inbox" role="search">
          <label for="q" class="hidden">Name or e-mail</label>
          <div class="row">
            <input id="q" name="q" type="search" value="{}" autocomplete="off"
              placeholder="Name or e-mail">
            <button>Find</button>
          </div>
        </form>
        """,
        words);
  }

  static Html people(List<Person> people) {
    return Html.all(
        people.stream()
            .map(it ->
                Html.of(
                    """
                    <a class="person" href="/inbox?person={}">{}
                    <span class="who"><b>{}</b><small>{}</small></span></a>
                    """,
                    it.email(),
                    Layout.avatar(it.displayName(), "person"),
                    it.displayName(),
                    it.title()))
            .toList());
  }

  private Html figures() {
    var counts = platform.limits().counts();
    var sends = counts.stream().filter(it -> it.resource() == Resource.MESSAGES_SEND).toList();
    var faults = platform.faults().counts().values().stream().mapToLong(it -> it).sum();
    return Html.all(
        List.of(
            figure("People", platform.directory().people()),
            figure("Messages", platform.messages().size()),
            figure("Told to wait", sum(sends, LimitCount::throttled)),
            figure("Came too early", sum(counts, LimitCount::early)),
            figure("Faults fired", faults),
            figure("Token exchanges", platform.oauth().exchanges())));
  }

  private static long sum(List<LimitCount> counts, ToLongFunction<LimitCount> number) {
    return counts.stream().mapToLong(number).sum();
  }

  private static Html figure(String name, long number) {
    return Html.of(
        "<div><small>{}</small><b>{}</b></div>", name, String.format(Locale.ROOT, "%,d", number));
  }

  private Html bots() {
    return Html.all(
        platform.directory().bots().stream()
            .map(bot ->
                Html.of(
                    """
                    <div class="bot">{}
                    <span class="who"><b>{}</b><small>{}</small></span>
                    <details><summary>Token</summary><pre class="copy">{}</pre></details></div>
                    """,
                    Layout.avatar(bot.name(), "bot"),
                    bot.name(),
                    bot.email(),
                    platform.tokens().ofBot(bot.index())))
            .toList());
  }

  private String settings(String address) {
    return PortalEnvironment.of(platform, address).entrySet().stream()
        .map(it -> it.getKey() + "=" + it.getValue())
        .collect(Collectors.joining("\n"));
  }
}
