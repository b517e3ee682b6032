package belfry.cli;

import belfry.base.Clause;
import belfry.cli.settings.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** A command's manual page in the language of man(7), made of what the command says of itself. */
final class ManualPage {
  private final List<String> page = new ArrayList<>();
  private final CommandSpec command;

  private ManualPage(CommandSpec command) {
    this.command = command;
  }

  static String of(CommandSpec command) {
    var one = new ManualPage(command);
    one.write();
    return String.join("\n", one.page) + "\n";
  }

  /** Its own commands that are for people. */
  static List<CommandLine> shown(CommandSpec command) {
    return command.subcommands().values().stream()
        .filter(one -> !one.getCommandSpec().usageMessage().hidden())
        .filter(one -> !one.getCommandName().equals("help"))
        .toList();
  }

  private void write() {
    var usage = command.usageMessage();
    var name = command.qualifiedName("-");
    page.add(
        ".TH \"%s\" 1 \"\" \"Belfry %s\" \"Belfry\""
            .formatted(name.toUpperCase(Locale.ROOT), Version.current()));
    page.add(".SH NAME");
    page.add(text(name) + " \\- " + text(headline(command)));
    page.add(".SH SYNOPSIS");
    page.add(".B " + text(command.qualifiedName()));
    page.add(synopsis());
    var description = lines(usage.description());
    if (usage.header().length > 0 && !description.isEmpty()) {
      page.add(".SH DESCRIPTION");
      description.forEach(line -> page.add(text(line)));
    }
    page.add(".SH OPTIONS");
    command.positionalParameters().stream()
        .filter(one -> !one.hidden())
        .forEach(one -> entry(italic(one.paramLabel()), lines(one.description())));
    command.options().stream()
        .filter(one -> !one.hidden())
        .forEach(one -> entry(named(one), lines(one.description())));
    if (!shown(command).isEmpty()) {
      page.add(".SH COMMANDS");
      shown(command)
          .forEach(one ->
              entry(
                  bold(one.getCommandSpec().qualifiedName("-")) + "(1)",
                  List.of(headline(one.getCommandSpec()))));
    }
    if (!usage.exitCodeList().isEmpty()) {
      page.add(".SH EXIT STATUS");
      usage.exitCodeList().forEach((code, meaning) -> entry(bold(code), lines(meaning)));
    }
    var examples = lines(usage.footer());
    if (!examples.isEmpty()) {
      page.add(".SH EXAMPLES");
      page.add(".nf");
      examples.forEach(line -> page.add(text(line)));
      page.add(".fi");
    }
    page.add(".SH SEE ALSO");
    page.add(
        command.parent() == null
            ? "/usr/share/doc/belfry/operating.md"
            : bold(command.parent().qualifiedName("-")) + "(1)");
  }

  /** What it does, without the dot at the end. */
  private static String headline(CommandSpec command) {
    var usage = command.usageMessage();
    var all = lines(usage.header().length > 0 ? usage.header() : usage.description());
    return all.isEmpty() ? "" : Clause.of(all.getFirst());
  }

  private String synopsis() {
    var words = new ArrayList<String>();
    words.add("[" + italic("OPTIONS") + "]");
    if (!shown(command).isEmpty()) {
      words.add(italic("COMMAND"));
    }
    for (ArgSpec one : command.positionalParameters()) {
      var label = italic(one.paramLabel());
      words.add(one.required() ? label : "[" + label + "]");
    }
    return String.join(" ", words);
  }

  private static String named(OptionSpec option) {
    var names =
        Arrays.stream(option.names()).map(ManualPage::bold).collect(Collectors.joining(", "));
    return option.arity().max() == 0 ? names : names + "=" + italic(option.paramLabel());
  }

  private void entry(String term, List<String> words) {
    page.add(".TP");
    page.add(term);
    words.forEach(line -> page.add(text(line)));
  }

  private static List<String> lines(String... some) {
    return Arrays.stream(some)
        .flatMap(one -> one.replace("%n", "\n").replace("%%", "%").lines())
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static String bold(String words) {
    return "\\fB" + text(words) + "\\fR";
  }

  private static String italic(String words) {
    return "\\fI" + text(words) + "\\fR";
  }

  /** As it is to be read: nothing in it is an order to the formatter. */
  private static String text(String words) {
    var plain = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
    return plain.startsWith(".") ? "\\&" + plain : plain;
  }
}
