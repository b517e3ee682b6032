package belfry.testing;

import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The first of December next year: a day to schedule for in whatever year tests run, because a time
 * may neither have passed nor be five years away. No zone has daylight-saving time then that tests
 * name.
 */
public final class WinterDay {
  private WinterDay() {}

  public static LocalDate next() {
    return LocalDate.of(LocalDate.now(ZoneOffset.UTC).getYear() + 1, 12, 1);
  }

  /** As requests take it: {@code 2027-12-01T09:00}. */
  public static String at(String clock) {
    return next() + "T" + clock;
  }
}
