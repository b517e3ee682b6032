package belfry.cli.settings;

import java.util.ArrayList;
import java.util.List;

/** Collects all mistakes in the settings, so that they are reported together. */
public final class Mistakes {
  private final List<String> found = new ArrayList<>();

  void add(String key, String what) {
    var mistake = key + ": " + what;
    if (!found.contains(mistake)) {
      found.add(mistake);
    }
  }

  List<String> found() {
    return List.copyOf(found);
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new SettingsException(found);
    }
  }

  /** The settings cannot be used; each line names a key and says what to do. */
  public static final class SettingsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SettingsException(List<String> mistakes) {
      super(
          "%d mistake%s in the settings:%n  - %s"
              .formatted(
                  mistakes.size(),
                  mistakes.size() == 1 ? "" : "s",
                  String.join("\n  - ", mistakes)));
    }
  }
}
