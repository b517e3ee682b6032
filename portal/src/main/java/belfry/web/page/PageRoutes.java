package belfry.web.page;

import belfry.apps.App;
import belfry.apps.Apps;
import belfry.base.Phrase;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.web.frame.Html;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The page and its files. The page is one static file with the app's name inserted. */
public final class PageRoutes {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}'’.-]*");

  public static final String POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "manifest-src 'self'",
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html");

  private final CompletableFuture<PageFiles> made = new CompletableFuture<>();

  private final String page = text("web/sendMessage.html");
  private final Apps apps;

  public PageRoutes(Apps apps) {
    this.apps = apps;
  }

  /** Prepares the page's files in the background; requests for them wait. */
  public void prepare() {
    made.completeAsync(PageFiles::new, Thread::startVirtualThread);
  }

  /** Once they are there. */
  public PageFiles files() {
    return made.join();
  }

  public Reply page(App app, Request request) {
    var files = files();
    var preloads =
        files.preloads().stream()
            .map(address ->
                "<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"" + address + "\">")
            .collect(Collectors.joining("\n    "));
    var html =
        page.replace("{{title}}", Html.escaped(app.title()))
            .replace("{{app}}", Html.escaped(app.name().value()))
            .replace("{{initials}}", Html.escaped(initials(app.title())))
            .replace("{{hue}}", Integer.toString(app.hue()))
            .replace("{{early}}", files.address("early.js"))
            .replace("{{css}}", files.address("app.css"))
            .replace("{{icon}}", files.address("favicon.svg"))
            .replace("{{shell}}", files.address("shell.js"))
            .replace("{{preloads}}", preloads);
    var plain = html.getBytes(StandardCharsets.UTF_8);
    var file = new PageFiles.File("text/html; charset=utf-8", plain, PageFiles.gzip(plain));
    return fitting(file, request)
        .with("Content-Security-Policy", POLICY)
        .with("Cache-Control", "no-cache");
  }

  /** {@code /Hub/news} is what people type. */
  public Reply intoApp(App app, Request request) {
    return Reply.moved(302, "/Hub/" + app.name() + "/sendMessage.html");
  }

  /** Redirects to the first app, because the portal's root has nothing else to show. */
  public Reply home(Request request) {
    return apps.all().stream()
        .findFirst()
        .map(app -> intoApp(app, request))
        .orElseThrow(
            () -> Problem.notFound(Phrase.of("app.none", "No app is configured yet.")).thrown());
  }

  public Reply icon(Request request) {
    return Reply.moved(302, made.join().address("favicon.svg"));
  }

  public Reply asset(Request request) {
    var files = made.join();
    var name = request.path("file");
    if (!request.path("fingerprint").equals(files.fingerprint())) {
      throw Problem.notFound(
              Phrase.of(
                  "file.otherVersion", "This file belongs to another version. Reload the page."))
          .thrown();
    }
    var file =
        files
            .file(name)
            .orElseThrow(() ->
                Problem.notFound(
                        Phrase.of(
                            "file.unknownName",
                            "There is no file called '{{name}}'.",
                            "name",
                            name))
                    .thrown());
    return fitting(file, request).with("Cache-Control", "public, max-age=31536000, immutable");
  }

  /** The file, compressed if the browser accepts that. */
  public static Reply fitting(PageFiles.File file, Request request) {
    var zipped =
        request.header("accept-encoding").filter(codings -> codings.contains("gzip")).isPresent();
    var reply =
        Reply.bytes(file.type(), zipped ? file.gzip() : file.plain())
            .with("Vary", "Accept-Encoding");
    return zipped ? reply.with("Content-Encoding", "gzip") : reply;
  }

  /** The initials of the first and last word, as the page itself shows them. */
  private static String initials(String title) {
    var first = WORD.matcher(title).results().map(MatchResult::group).toList();
    return first.stream()
        .limit(1)
        .map(word -> first.size() > 1 ? initial(word) + initial(first.getLast()) : initial(word))
        .collect(Collectors.joining());
  }

  private static String initial(String word) {
    return Character.toString(word.codePointAt(0)).toUpperCase(Locale.ROOT);
  }

  public static String text(String resource) {
    try (var in = PageRoutes.class.getClassLoader().getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the file " + resource + " is not in the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
