package belfry.bench.fuzz;

import belfry.bench.site.DatabaseOption;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trial fuzz}. */
@Command(
    name = "fuzz",
    description = {
      "Malformed requests to every route and to none: with and without a session, with one thing",
      "wrong or everything, and bytes that are not HTTP."
    })
public final class FuzzCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--requests",
      defaultValue = "5000",
      description = "how many requests (default: 5000)")
  private long requests;

  @Option(
      names = "--seed",
      description = "random seed (default: a new one each time; it is printed)")
  private @Nullable Long seed;

  @Option(names = "--only", description = "sends only the request with this number, and prints it")
  private @Nullable Long only;

  @Option(
      names = "--at-once",
      defaultValue = "4",
      description = "how many requests are in flight at a time (default: 4)")
  private int atOnce;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Override
  public Integer call() {
    var drawn = seed == null ? new SecureRandom().nextInt(1_000_000) : seed;
    var plan = new Fuzz.Plan(database.chosen(), drawn, requests, Optional.ofNullable(only), atOnce);
    return new Fuzz(plan, spec.commandLine().getOut()).run().sound() ? 0 : 1;
  }
}
