package belfry.web.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * The page's files as bundled by the build, compressed once. A fingerprint of all of them is part
 * of their addresses, so browsers may cache them for ever, and an update never mixes old files with
 * new ones.
 */
public final class PageFiles {
  private static final String SHELL = "shell.js";
  private static final String ICON = "favicon.svg";

  /** The bundler's output files and their imports: esbuild's metafile. */
  private static final String BUNDLE = "web/page.json";

  private final Map<String, File> served = new HashMap<>();
  private final Set<String> eager = new TreeSet<>();
  private final String fingerprint;

  PageFiles() {
    var outputs = new TreeMap<String, JsonNode>();
    bundle()
        .path("outputs")
        .properties()
        .forEach(entry -> outputs.put(name(entry.getKey()), entry.getValue()));
    var files = new TreeMap<String, byte[]>();
    outputs.keySet().forEach(name -> files.put(name, resource("web/page/" + name)));
    files.put(ICON, resource("web/" + ICON));
    preload(SHELL, outputs);
    fingerprint = hash(files);
    files.forEach((name, bytes) -> served.put(name, new File(type(name), bytes, gzip(bytes))));
  }

  /** A file in the forms in which it is sent. */
  @SuppressWarnings("ArrayRecordComponent")
  public record File(String type, byte[] plain, byte[] gzip) {}

  Optional<File> file(String name) {
    return Optional.ofNullable(served.get(name));
  }

  public String address(String file) {
    return "/Hub/assets/" + fingerprint + "/" + file;
  }

  String fingerprint() {
    return fingerprint;
  }

  /** The modules that the shell needs before it can render. */
  List<String> preloads() {
    return eager.stream().map(this::address).toList();
  }

  private void preload(String file, Map<String, JsonNode> outputs) {
    if (eager.add(file) && outputs.containsKey(file)) {
      for (var imported : outputs.get(file).path("imports")) {
        if (imported.path("kind").asText().equals("import-statement")) {
          preload(name(imported.path("path").asText()), outputs);
        }
      }
    }
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static JsonNode bundle() {
    try {
      return new ObjectMapper().readTree(resource(BUNDLE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  public static byte[] gzip(byte[] bytes) {
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
