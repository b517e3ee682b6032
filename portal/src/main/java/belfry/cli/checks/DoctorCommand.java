package belfry.cli.checks;

import belfry.base.Time;
import belfry.cli.settings.InvokedCommand;
import belfry.platform.Platform;
import picocli.CommandLine.Command;

/** Says what is wrong and what to do about it. */
@Command(
    name = "doctor",
    description =
        "Says what is wrong and what to do: clock, disk, database, bots, sign-in, webhooks. May run beside the portal.")
public final class DoctorCommand extends InvokedCommand {
  @Override
  public Integer call() {
    var read = invocation.reading();
    var settings = read.settings();
    var out = out();
    try (var platform =
        new Platform(settings.platform(), settings.tuning().requestTimeout(), Time.system())) {
      var findings = new Doctor(settings, platform, Time.system()).examine();
      read.strange().forEach(words -> findings.add(CheckResult.careful("settings", words)));
      findings.forEach(finding -> out.printf("%-20s %s%n", finding.topic(), finding.line()));
      var failed = findings.stream().filter(one -> one.grade() == CheckResult.Grade.FAILED).count();
      var careful =
          findings.stream().filter(one -> one.grade() == CheckResult.Grade.CAREFUL).count();
      out.println(
          failed + careful == 0
              ? "Nothing is wrong."
              : "%d to mend, %d to consider, see above.".formatted(failed, careful));
      out.flush();
      return failed == 0 ? 0 : 1;
    }
  }
}
