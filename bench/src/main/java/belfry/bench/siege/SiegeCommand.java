package belfry.bench.siege;

import belfry.bench.site.DatabaseOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trial siege}. */
@Command(
    name = "siege",
    description = {
      "Thousands of hostile connections of every kind, beside an honest user and a job that is",
      "being sent. Nobody may keep the others out."
    })
public final class SiegeCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--seconds",
      defaultValue = "300",
      description = "how long each kind lasts (default: 300; all kinds: an hour)")
  private int seconds;

  @Option(
      names = "--kinds",
      split = ",",
      defaultValue =
          "nobody,silent,headers,bodies,deaf,restless,streams,previews,files,callbacks,refused,scattered",
      description = "which of ${COMPLETION-CANDIDATES} (default: all)")
  private List<Kind> kinds = List.of();

  @Option(
      names = "--sockets",
      defaultValue = "4000",
      description = "hostile sockets of each kind (default: 4000)")
  private int sockets;

  @Option(
      names = "--streams",
      defaultValue = "500",
      description = "event streams requested at once (default: 500)")
  private int streams;

  @Option(
      names = "--previews",
      defaultValue = "200",
      description = "previews at once, half of them a megabyte long (default: 200)")
  private int previews;

  @Option(
      names = "--kept",
      defaultValue = "40",
      description = "connections on which the same is refused again and again (default: 40)")
  private int kept;

  @Option(
      names = "--trifles",
      split = ",",
      defaultValue =
          "no_session,invented_session,no_token,invented_token,cross_site,no_app,no_address,method,nul,unsigned_event,invented_code,too_large,unreadable",
      description = "what is refused there, one of ${COMPLETION-CANDIDATES} (default: all)")
  private List<Trifle> trifles = List.of();

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  public Integer call() {
    var plan =
        new Plan(
            database.chosen(),
            kinds,
            Duration.ofSeconds(seconds),
            sockets,
            streams,
            previews,
            kept,
            trifles,
            true);
    var outcome = new Siege(plan, spec.commandLine().getOut()).run();
    return outcome.sound(plan.timed()) ? 0 : 1;
  }
}
