package belfry.cli.settings;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where settings come from: the environment first, then the YAML file. */
final class Sources {
  static final String CONFIG = "BELFRY_CONFIG";
  private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

  private final Map<String, String> environment;
  private final Mistakes mistakes;
  private final Path directory;
  private final JsonNode file;
  private final Set<String> used = new TreeSet<>();
  private boolean legible = true;

  Sources(Map<String, String> environment, Path directory, Mistakes mistakes) {
    this.environment = environment;
    this.directory = directory;
    this.mistakes = mistakes;
    file = readFile();
  }

  private JsonNode readFile() {
    var named = variable(CONFIG);
    var path = directory.resolve(named.orElse("belfry.yaml"));
    if (!Files.exists(path)) {
      named.ifPresent(_ -> illegible("the file " + path + " does not exist."));
      return MissingNode.getInstance();
    }
    try {
      var mapper =
          YAMLMapper.builder().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION).build();
      var tree = mapper.readTree(Files.readString(path));
      if (tree == null || tree.isMissingNode() || tree.isNull() || tree.isObject()) {
        return tree == null || tree.isNull() ? MissingNode.getInstance() : tree;
      }
      illegible(path + " must begin with keys like 'apps:'.");
    } catch (JsonProcessingException e) {
      var where = e.getLocation() == null ? "" : " at line " + e.getLocation().getLineNr();
      illegible(
          path
              + " is not valid YAML"
              + where
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse(""));
    } catch (IOException e) {
      illegible("cannot read " + path + ": " + e);
    }
    return MissingNode.getInstance();
  }

  private void illegible(String why) {
    mistakes.add(CONFIG, why);
    legible = false;
  }

  /** Whether the file was readable, so that what is missing in it is not set. */
  boolean legible() {
    return legible;
  }

  /** The variables that were looked for. */
  Set<String> used() {
    return used;
  }

  JsonNode file() {
    return file;
  }

  /** An environment variable, or the content of the file named by its {@code _FILE} variant. */
  private Optional<String> variable(String name) {
    used.add(name);
    var value = environment.getOrDefault(name, "").strip();
    var mounted = environment.getOrDefault(name + "_FILE", "").strip();
    if (!value.isEmpty() && !mounted.isEmpty()) {
      mistakes.add(name, "this is set twice, also as " + name + "_FILE. Take one away.");
    }
    if (!value.isEmpty() || mounted.isEmpty()) {
      return Optional.of(value).filter(text -> !text.isEmpty());
    }
    return mounted(name + "_FILE", directory.resolve(mounted));
  }

  private Optional<String> mounted(String name, Path path) {
    try {
      var text = Files.readString(path).strip();
      if (text.isEmpty()) {
        mistakes.add(name, "the file " + path + " is empty.");
      }
      return Optional.of(text).filter(one -> !one.isEmpty());
    } catch (NoSuchFileException _) {
      mistakes.add(name, "the file " + path + " does not exist.");
    } catch (IOException e) {
      mistakes.add(name, "cannot read " + path + ": " + e);
    }
    return Optional.empty();
  }

  /** A setting by its environment name; in the file it is in lower case with dashes. */
  Optional<String> setting(String name) {
    return variable(name).or(() -> text(file.path(key(name)), key(name)));
  }

  static String key(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A scalar of the file with its {@code ${…}} replaced; empty if it is missing. */
  Optional<String> text(JsonNode node, String key) {
    if (node.isMissingNode() || node.isNull()) {
      return Optional.empty();
    }
    if (!node.isValueNode()) {
      mistakes.add(key, "this must be a single value.");
      return Optional.empty();
    }
    var missing = new StringBuilder();
    var text =
        REFERENCE
            .matcher(node.asText())
            .replaceAll(match -> {
              var value = variable(match.group(1));
              if (value.isEmpty()) {
                missing.append(missing.isEmpty() ? "" : ", ").append(match.group(1));
              }
              return Matcher.quoteReplacement(value.orElse(""));
            })
            .strip();
    if (!missing.isEmpty()) {
      mistakes.add(
          key, "the environment does not have " + missing + ". Set it, or write the value here.");
      return Optional.empty();
    }
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  /** Reports each unknown key of an object. */
  void unknown(JsonNode node, String prefix, Set<String> known) {
    node.fieldNames()
        .forEachRemaining(key -> {
          if (!known.contains(key)) {
            mistakes.add(
                prefix + key,
                "there is no such setting. Known here: "
                    + String.join(", ", new TreeSet<>(known))
                    + ".");
          }
        });
  }

  /** Reports a missing, empty or blank value; other mistakes have already been reported. */
  Optional<String> required(JsonNode node, String name, String parent, String what) {
    var key = parent + "." + name;
    var before = mistakes.found().size();
    var value = text(node.path(name), key);
    if (value.isEmpty() && mistakes.found().size() == before) {
      mistakes.add(key, "this is missing. " + what);
    }
    return value;
  }
}
