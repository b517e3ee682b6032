package belfry.simulator.manners;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A manner that is switched on.
 *
 * @param share of the answers, or of the messages and rooms, 0 to 1
 * @param number what it means is told beside each manner in the README of this module
 */
public record MannerRule(Manner manner, double share, long number) {
  private static final Pattern WORDS =
      Pattern.compile("(\\w+)(?:=(\\d+(?:\\.\\d+)?|\\.\\d+)(?::(-?\\d{1,12}))?)?");

  public MannerRule {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("A manner needs a share from 0 to 1");
    }
  }

  @JsonCreator
  static MannerRule of(
      @JsonProperty(value = "manner", required = true) Manner manner,
      @JsonProperty("share") @Nullable Double share,
      @JsonProperty("number") @Nullable Long number) {
    return new MannerRule(
        manner, share == null ? 1 : share, number == null ? manner.usualNumber() : number);
  }

  /** Always, with the usual number. */
  public static MannerRule of(Manner manner) {
    return new MannerRule(manner, 1, manner.usualNumber());
  }

  /** Reads {@code NAME[=SHARE[:NUMBER]]}. */
  public static MannerRule parsed(String text) {
    var words = WORDS.matcher(text);
    if (!words.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a manner");
    }
    var rule = of(Manner.of(words.group(1)));
    rule = words.group(2) == null ? rule : rule.withShare(Double.parseDouble(words.group(2)));
    return words.group(3) == null ? rule : rule.withNumber(Long.parseLong(words.group(3)));
  }

  /** What the true platform is known to do. */
  public static List<MannerRule> ofThePlatform() {
    return List.of(of(Manner.MENTIONS_REWRITTEN), of(Manner.BLANKS_TRIMMED), of(Manner.STAMPS_OFF));
  }

  public MannerRule withShare(double part) {
    return new MannerRule(manner, part, number);
  }

  public MannerRule withNumber(long other) {
    return new MannerRule(manner, share, other);
  }
}
