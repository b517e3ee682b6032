package belfry.web.frame;

/** Tells tests elsewhere how a cookie's value is written. */
public final class CookieValues {
  private CookieValues() {}

  public static String encoded(String text) {
    return Cookies.encoded(text, Integer.MAX_VALUE);
  }
}
