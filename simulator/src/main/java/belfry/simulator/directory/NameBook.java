package belfry.simulator.directory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All full names people can have, in the order of the alphabet: nineteen thousand, many scripts.
 */
final class NameBook {
  /** One full name; the Latin form goes into e-mail addresses. */
  record FullName(String display, String given, String family, String latin) {}

  /** A name and what it is sorted by. */
  private record Keyed(String key, FullName name) {}

  /** A given or a family name. */
  private record Part(String written, String latin) {
    static Part of(String entry) {
      var words = entry.replace('_', ' ');
      var cut = words.indexOf('=');
      return cut < 0
          ? new Part(words, words)
          : new Part(words.substring(0, cut), words.substring(cut + 1));
    }
  }

  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern NOT_LATIN = Pattern.compile("[^a-z]");
  private static final NameBook INSTANCE = read();

  private final FullName[] names;
  private final String[] keys;

  private NameBook(List<FullName> all) {
    var sorted =
        all.stream()
            .map(name -> new Keyed(folded(name.display()), name))
            .sorted(Comparator.comparing(Keyed::key))
            .toList();
    names = sorted.stream().map(Keyed::name).toArray(FullName[]::new);
    keys = sorted.stream().map(Keyed::key).toArray(String[]::new);
  }

  static NameBook instance() {
    return INSTANCE;
  }

  int size() {
    return names.length;
  }

  FullName at(int place) {
    return names[place];
  }

  /** The first place whose name is not before {@code prefix}. */
  int from(String prefix) {
    var place = Arrays.binarySearch(keys, folded(prefix));
    while (place > 0 && keys[place - 1].equals(keys[place])) {
      place--;
    }
    return place >= 0 ? place : -place - 1;
  }

  /** The first place whose name is behind all names that begin with {@code prefix}. */
  int to(String prefix) {
    return from(folded(prefix) + Character.MAX_VALUE);
  }

  /** How names are compared: without case and accents. */
  static String folded(String name) {
    var plain = MARKS.matcher(Normalizer.normalize(name, Normalizer.Form.NFD)).replaceAll("");
    return plain
        .toLowerCase(Locale.ROOT)
        .replace('’', '\'')
        .replace('ø', 'o')
        .replace('ł', 'l')
        .replace('ı', 'i')
        .replace("ß", "ss")
        .replace("đ", "d");
  }

  private static NameBook read() {
    var all = new ArrayList<FullName>();
    var pattern = "";
    List<Part> given = List.of();
    for (var line : lines()) {
      var words = Stream.of(line.split(" ")).skip(1);
      switch (line.isEmpty() ? '#' : line.charAt(0)) {
        case '@' -> pattern = line.substring(2);
        case 'g' -> given = words.map(Part::of).toList();
        case 'f' -> all.addAll(combined(pattern, given, words.map(Part::of).toList()));
        default -> {}
      }
    }
    return new NameBook(all);
  }

  private static List<FullName> combined(String pattern, List<Part> given, List<Part> family) {
    return given.stream()
        .flatMap(first ->
            family.stream()
                .map(last ->
                    new FullName(
                        pattern.replace("{g}", first.written()).replace("{f}", last.written()),
                        first.written(),
                        last.written(),
                        latin(first) + "." + latin(last))))
        .toList();
  }

  private static String latin(Part part) {
    return NOT_LATIN.matcher(folded(part.latin())).replaceAll("");
  }

  private static List<String> lines() {
    var file = Objects.requireNonNull(NameBook.class.getResourceAsStream("names.txt"));
    try (var reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("The list of names cannot be read", e);
    }
  }
}
