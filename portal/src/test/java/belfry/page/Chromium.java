package belfry.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The browser of the tests, one for each of their processes; they are skipped where there is none.
 */
final class Chromium implements ExecutionCondition {
  private static final String VARIABLE = "BELFRY_CHROMIUM";

  private static @Nullable Browser browser;

  /** Started when first asked for; it ends with this process. */
  static synchronized Browser browser() {
    if (browser == null) {
      browser = start();
    }
    return browser;
  }

  private static Browser start() {
    var environment = new HashMap<>(System.getenv());
    environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    // There the browser keeps its profile, and what its processes share: each picture of a page.
    environment.put("TMPDIR", System.getProperty("java.io.tmpdir"));
    var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(path())
                .setEnv(environment)
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        // One process for all pages: a new one for each takes longer than most
                        // tests.
                        "--disable-site-isolation-trials",
                        "--renderer-process-limit=1",
                        "--in-process-gpu")));
  }

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
