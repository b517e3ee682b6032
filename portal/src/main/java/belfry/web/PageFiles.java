package belfry.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The page's files, read and compressed once. One fingerprint over all of them is part of their
 * addresses, so browsers may keep them for ever, and an update never mixes old with new.
 *
 * <p>Which files there are follows from the imports, beginning at the shell: what nothing imports
 * is not served.
 */
final class PageFiles {
  private static final String SHELL = "app/shell.js";
  private static final List<String> STYLES =
      List.of("css/tokens.css", "css/base.css", "css/parts.css", "css/views.css");
  private static final Pattern IMPORT =
      Pattern.compile(
          "(?:import|export)\\s*(?:[\\w*{}\\s,$]*?\\s*from\\s*)?[\"']([^\"']+)[\"']|(import)\\(\\s*[\"']([^\"']+)[\"']\\s*\\)");
  private static final Pattern PACKAGED =
      Pattern.compile("\"([^\"]+)\"\\s*:\\s*\"/_static/([^\"]+)\"");

  private final Map<String, byte[]> files = new TreeMap<>();
  private final Set<String> eager = new HashSet<>();
  private final Map<String, String> bare = new TreeMap<>();
  private final Map<String, File> served = new HashMap<>();
  private final String fingerprint;
  private final String importMap;
  private final String importMapHash;

  PageFiles() {
    readImportMaps();
    files.put("app/early.js", resource("web/app/early.js"));
    files.put("favicon.svg", resource("web/favicon.svg"));
    files.put("app.css", joined(STYLES));
    walk(SHELL, true);
    fingerprint = hash(files);
    importMap = importMap();
    importMapHash = sha256(importMap);
    files.forEach((name, bytes) -> served.put(name, new File(type(name), bytes, gzip(bytes))));
  }

  /** A file as it is sent. */
  @SuppressWarnings("ArrayRecordComponent")
  record File(String type, byte[] plain, byte[] gzip) {}

  Optional<File> file(String name) {
    return Optional.ofNullable(served.get(name));
  }

  String address(String file) {
    return "/Hub/assets/" + fingerprint + "/" + file;
  }

  String fingerprint() {
    return fingerprint;
  }

  /** The inline import map; its hash is in the page's content security policy. */
  String importMapJson() {
    return importMap;
  }

  String importMapHash() {
    return importMapHash;
  }

  /** Modules that the shell needs before it can draw. */
  List<String> preloads() {
    return files.keySet().stream().filter(eager::contains).map(this::address).toList();
  }

  // Finding ------------------------------------------------------------------------------------

  private void readImportMaps() {
    try {
      var maps = PageFiles.class.getClassLoader().getResources("META-INF/importmap.json");
      while (maps.hasMoreElements()) {
        try (var in = maps.nextElement().openStream()) {
          var matcher = PACKAGED.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
          while (matcher.find()) {
            bare.put(matcher.group(1), matcher.group(2));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void walk(String file, boolean needed) {
    var known = files.containsKey(file);
    if (known && (!needed || eager.contains(file))) {
      return;
    }
    var bytes = file.startsWith("lib/") ? library(file) : resource("web/" + file);
    files.put(file, bytes);
    if (needed) {
      eager.add(file);
    }
    var imports = IMPORT.matcher(new String(bytes, StandardCharsets.UTF_8));
    while (imports.find()) {
      var later = imports.group(2) != null;
      walk(resolved(file, later ? imports.group(3) : imports.group(1)), needed && !later);
    }
  }

  private String resolved(String from, String specifier) {
    if (specifier.startsWith(".")) {
      var folder = from.contains("/") ? from.substring(0, from.lastIndexOf('/')) : "";
      return Path.of(folder).resolve(specifier).normalize().toString();
    }
    return bare.entrySet().stream()
        .filter(entry ->
            entry.getKey().equals(specifier)
                || (entry.getKey().endsWith("/") && specifier.startsWith(entry.getKey())))
        .findFirst()
        .map(entry -> "lib/" + entry.getValue() + specifier.substring(entry.getKey().length()))
        .orElseThrow(() ->
            new IllegalStateException(
                from + " imports " + specifier + ", which no library on the classpath has"));
  }

  private static byte[] library(String file) {
    return resource("META-INF/resources/_static/" + file.substring("lib/".length()));
  }

  private static byte[] resource(String name) {
    try (var in = PageFiles.class.getClassLoader().getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the file " + name + " is not in the program");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] joined(List<String> names) {
    var all = new ByteArrayOutputStream();
    names.forEach(name -> all.writeBytes(resource("web/" + name)));
    return all.toByteArray();
  }

  // Making -------------------------------------------------------------------------------------

  /** Bare names of libraries that something imports; "lit/" stands for all files below it. */
  private String importMap() {
    var entries =
        bare.entrySet().stream()
            .filter(entry ->
                files.keySet().stream()
                    .anyMatch(file -> file.startsWith("lib/" + entry.getValue())))
            .map(entry ->
                "\"%s\":\"%s\"".formatted(entry.getKey(), address("lib/" + entry.getValue())))
            .toList();
    return "{\"imports\":{" + String.join(",", entries) + "}}";
  }

  private static String hash(Map<String, byte[]> files) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      files.forEach((name, bytes) -> {
        digest.update(name.getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      });
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(digest.digest())
          .substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** As a content security policy names a source. */
  private static String sha256(String text) {
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  static byte[] gzip(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip =
        new GZIPOutputStream(out) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private static String type(String name) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".js" -> "text/javascript; charset=utf-8";
      case ".css" -> "text/css; charset=utf-8";
      case ".svg" -> "image/svg+xml";
      default -> "application/octet-stream";
    };
  }
}
