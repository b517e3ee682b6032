package belfry.web.apidocs;

import belfry.apps.App;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.web.frame.Route;
import belfry.web.page.PageFiles;
import belfry.web.page.PageRoutes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The description of the API: for programs as YAML and as JSON, for readers as a page. */
public final class ApiRoutes {
  private static final String SHEET = "api.css";
  private static final String SCRIPT = "api.js";

  private final PageRoutes pages;
  private final String yaml = PageRoutes.text("openapi.yaml");
  private final CompletableFuture<List<Route>> table = new CompletableFuture<>();
  private final Map<String, PageFiles.File> made = new ConcurrentHashMap<>();

  public ApiRoutes(PageRoutes pages) {
    this.pages = pages;
  }

  /** What the table of routes says of roles and scopes; pages wait for it. */
  public void know(List<Route> routes) {
    table.complete(routes);
  }

  public Reply yaml(Request request) {
    return sent("application/yaml", request);
  }

  public Reply json(Request request) {
    return sent("application/json", request);
  }

  private Reply sent(String type, Request request) {
    var file = made.computeIfAbsent(type, this::written);
    return PageRoutes.fitting(file, request).with("Cache-Control", "no-cache");
  }

  private PageFiles.File written(String type) {
    return type.equals("application/json")
        ? file(type, new ApiDocument(yaml).json())
        : file(type + "; charset=utf-8", yaml.getBytes(StandardCharsets.UTF_8));
  }

  public Reply page(App app, Request request) {
    var file = made.computeIfAbsent("/" + app.name(), _ -> page(app));
    return PageRoutes.fitting(file, request)
        .with("Content-Security-Policy", PageRoutes.POLICY)
        .with("Cache-Control", "no-cache");
  }

  private PageFiles.File page(App app) {
    var files = pages.files();
    var frame =
        new ApiPage.Frame(
            files.address(SHEET), files.address(SCRIPT), files.address("favicon.svg"));
    var html = new ApiPage(new ApiDocument(yaml), table.join()).html(app, frame);
    return file("text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
  }

  private static PageFiles.File file(String type, byte[] bytes) {
    return new PageFiles.File(type, bytes, PageFiles.gzip(bytes));
  }
}
