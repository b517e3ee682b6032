package belfry.cli.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How the program was called: with which environment, and from where. */
public interface Invocation {
  Map<String, String> environment();

  /** Where files are looked for that are named without a directory of their own. */
  Path directory();

  default Settings settings() {
    return SettingsReader.read(environment(), directory());
  }

  /** Variables that have the look of settings and are none, each with what to do. */
  default List<String> strange() {
    return SettingsReader.strange(environment(), directory());
  }
}
