package belfry.cli.settings;

import java.util.Optional;

/** The version of Belfry, according to the jar. */
public final class Version {
  private Version() {}

  public static String current() {
    return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
