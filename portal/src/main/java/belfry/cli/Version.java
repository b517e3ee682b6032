package belfry.cli;

import java.util.Optional;

/** Which Belfry this is, as the jar says. */
final class Version {
  private Version() {}

  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
