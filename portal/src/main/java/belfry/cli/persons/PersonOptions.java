package belfry.cli.persons;

import belfry.base.Bare;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Who is meant, for commands about one person. */
final class PersonOptions {
  @Parameters(index = "0", paramLabel = "PERSON", description = "The person's address or Webex id.")
  @SuppressWarnings("NullAway.Init")
  private String person;

  @Option(
      names = "--also",
      paramLabel = "PERSON",
      description = "Another address or id of the same person; may be repeated.")
  private List<String> also = new ArrayList<>();

  @Option(
      names = "--without-webex",
      description =
          "Does not ask Webex which id and addresses belong together: only what is stored says so.")
  private boolean withoutWebex;

  String person() {
    return Bare.of(person);
  }

  /** Everything that was given, as it is compared. */
  List<String> given() {
    var all = new ArrayList<String>();
    all.add(person());
    also.forEach(one -> all.add(Bare.of(one)));
    return all;
  }

  boolean withoutWebex() {
    return withoutWebex;
  }
}
