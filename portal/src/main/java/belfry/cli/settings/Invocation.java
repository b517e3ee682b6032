package belfry.cli.settings;

import java.nio.file.Path;
import java.util.Map;

/** How the program was called: with which environment, and from where. */
public interface Invocation {
  Map<String, String> environment();

  /** Where files are looked for that are named without a directory of their own. */
  Path directory();

  default Settings settings() {
    return reading().settings();
  }

  /** The settings, and what is strange beside them. */
  default SettingsReader.Reading reading() {
    return SettingsReader.readOnce(environment(), directory());
  }
}
