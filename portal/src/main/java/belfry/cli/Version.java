package belfry.cli;

import java.util.Optional;

/** The version of Belfry, according to the jar. */
final class Version {
  private Version() {}

  static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
