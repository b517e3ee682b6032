package belfry.apps;

import belfry.base.Secret;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One application: a name in the address, a bot that speaks for it, and who administers it.
 *
 * @param admins e-mail addresses and person ids from the configuration
 * @param hue colour of its pages, in degrees
 * @param largestDrop by how many of a hundred an audience may have shrunk since it was confirmed
 *     before somebody is asked
 */
public record App(
    String name, String title, Secret botToken, List<String> admins, int hue, int largestDrop) {
  /** A fifth. */
  public static final int USUAL_DROP = 20;

  public App(String name, String title, Secret botToken, List<String> admins, int hue) {
    this(name, title, botToken, admins, hue, USUAL_DROP);
  }

  /** What {@code :app} may be; {@code assets} is taken by the page's own files. */
  public static final Pattern NAME = Pattern.compile("(?!assets$)[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  public App {
    admins = List.copyOf(admins);
  }
}
