package belfry.bench.fuzz;

import java.util.List;

/** Texts that programs get wrong. */
final class Texts {
  private static final List<String> ODD =
      List.of(
          "",
          " ",
          "\t",
          "\0",
          "a\0b",
          "\r\nSet-Cookie: a=b",
          "\u0001\u001b[31m",
          "\u007f",
          "\u0085",
          "\u2028",
          "\ufeff",
          "\uffff",
          "\ud800",
          "\udc00",
          "a\ud83d",
          "\ud83d\ude00",
          "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
          "\u202egnp.exe",
          "e\u0301\u0301\u0301\u0301",
          "\u0130\u0131\u00df\ufb03",
          "\u0660\u0661\u0662",
          "null",
          "undefined",
          "true",
          "[]",
          "{}",
          "-1",
          "0",
          "00",
          "1e9",
          "1e400",
          "NaN",
          "0x10",
          "+2",
          "2147483648",
          "-9223372036854775809",
          "99999999999999999999999999999999",
          "' OR '1'='1",
          "'; DROP TABLE job; --",
          "\\",
          "%",
          "_",
          "%_%_%_%",
          "\"",
          "*",
          "<script>alert(1)</script>",
          "<@personEmail:a@b|c>",
          "<@all>",
          "[a](javascript:alert(1))",
          "${jndi:ldap://127.0.0.1/a}",
          "{{7*7}}",
          "{{{{{{",
          "{{firstName|{{lastName}}}}",
          "{{firstName",
          "{{Desk}} `{{Badge no|<@all>}}` [a](https://{{email}})",
          "[[Day]]",
          "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"TextBlock\",\"text\":\"{{name\"}]}",
          "{\"type\":\"AdaptiveCard\",\"version\":\"1.3\",\"body\":[{\"type\":\"ColumnSet\",\"columns\":[{\"width\":1e400}]}]}",
          "{\"a\":".repeat(100) + "1e999999999" + "}".repeat(100),
          "../../../../etc/passwd",
          "..\\..\\",
          "file:///etc/passwd",
          "=1+1",
          "a@b",
          "@",
          "a@b@c",
          "LTE",
          "MA",
          "AAAAAAAAAAAAAAAAAAAAAA",
          "====",
          "eyJhIjoxfQ",
          "2026-02-30T25:61",
          "2026-11-27T16:00",
          "2026-10-25T02:30",
          "2026-11-27T16:00:00Z",
          "2026-11-27T16:00:60.999999999999+99:99",
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "9999-12-31T23:59",
          "0000-00-00T00:00",
          "1970-01-01T00:00",
          "Europe/Zurich",
          "Europe/Nowhere",
          "UTC+99:99",
          "GMT0",
          "SystemV/EST5",
          "FREQ=DAILY",
          "FREQ=WEEKLY;BYDAY=MO,TU",
          "FREQ=MONTHLY;BYDAY=5MO",
          "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
          "FREQ=DAILY;COUNT=0",
          "FREQ=DAILY;INTERVAL=-1",
          "FREQ=SECONDLY",
          "FREQ=DAILY;UNTIL=99991231T235959Z",
          "FREQ=YEARLY;BYYEARDAY=366;INTERVAL=1000",
          "FREQ=DAILY;FREQ=DAILY",
          "RRULE:FREQ=DAILY;X=\r\n");

  private Texts() {}

  /** One of them, or a long one, or one of letters drawn by lot. */
  static String odd(Dice dice) {
    return switch (dice.below(10)) {
      case 0 ->
          dice.of("a", "[", "*", "(", "\ud83d\ude00", "> ", "\u0301").repeat(dice.length(9_000));
      case 1 -> drawn(dice);
      case 2 -> dice.of(ODD) + dice.of(ODD);
      default -> dice.of(ODD);
    };
  }

  private static String drawn(Dice dice) {
    var text = new StringBuilder();
    for (var left = dice.length(60); left > 0; left--) {
      text.append((char) dice.below(dice.of(0x80, 0x100, 0x1_0000)));
    }
    return text.toString();
  }
}
