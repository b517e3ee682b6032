package belfry.page;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The browser of the tests, which are skipped where there is none. */
final class Chromium implements ExecutionCondition {
  private static final String VARIABLE = "BELFRY_CHROMIUM";

  static Path path() {
    return Path.of(System.getenv().getOrDefault(VARIABLE, "/usr/bin/chromium"));
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Files.isExecutable(path())
        ? ConditionEvaluationResult.enabled(path() + " is there")
        : ConditionEvaluationResult.disabled(
            path() + " is missing. Install Chromium, or say in " + VARIABLE + " where it is");
  }
}
