package belfry.bench.fuzz;

import belfry.bench.site.Site;
import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

/**
 * Who asks: an administrator, a sender, somebody without a role, nobody, somebody who forges; and
 * what there is to ask about.
 */
final class Visitors {
  /** An address may sign in 300 times a minute, and three people may need it each time. */
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  private static final String SCOPE = "spark:people_read";

  private final String sendersAddress;
  private final Visitor administrator;
  private final Visitor sender;
  private final Visitor stranger;
  private final Furniture furniture;
  private long tendedAt;
  private volatile Known known = new Known(Map.of());

  Visitors(Site site) {
    sendersAddress = site.simulator().directory().personEmail(3);
    administrator = visitor(site, site.platform().administrator());
    sender = visitor(site, sendersAddress);
    stranger = visitor(site, site.simulator().directory().personEmail(4));
    furniture = new Furniture(administrator, site);
  }

  static Visitor visitor(Site site, String email) {
    var app = URI.create(site.portal().address() + "/Hub/" + Site.APP + "/");
    return new Visitor(app, to -> site.simulator().authorizationCode(email, to, SCOPE));
  }

  /** Puts new things in place of those that were deleted. */
  void furnish() {
    known = furniture.renewed();
  }

  /** Signs in who was signed out meanwhile, and gives and takes roles as they were. */
  synchronized void tend() {
    if (tendedAt != 0 && System.nanoTime() - tendedAt < BETWEEN.toNanos()) {
      return;
    }
    tendedAt = System.nanoTime();
    if (!role(administrator).equals("admin")) {
      administrator.signIn();
    }
    if (!role(sender).equals("sender")) {
      administrator.post("admin/users", Map.of("email", sendersAddress, "role", "sender"));
      sender.signIn();
    }
    var user = stranger.get("info").path("user");
    if (user.isMissingNode()) {
      stranger.signIn();
    } else if (user.has("role")) {
      administrator.delete("admin/users/" + user.path("id").asText());
    }
  }

  private static String role(Visitor visitor) {
    return visitor.get("info").path("user").path("role").asText();
  }

  Known known() {
    return known;
  }

  /** Whose cookies a request has. */
  Optional<String> cookies(Operation operation, Dice dice) {
    // Else most of them would be asked by people who have just been signed out.
    if (operation.isOfSessions() && !dice.oneIn(10)) {
      return Optional.of(forged(dice));
    }
    return switch (dice.below(20)) {
      case 0, 1 -> Optional.empty();
      case 2 -> Optional.of(stranger.cookies());
      case 3 -> Optional.of(forged(dice));
      case 4, 5, 6, 7, 8, 9, 10, 11 -> Optional.of(sender.cookies());
      default -> Optional.of(administrator.cookies());
    };
  }

  private String forged(Dice dice) {
    var token = Base64.getUrlEncoder().withoutPadding().encodeToString(dice.bytes(32));
    var session =
        dice.of("", token, "a", sender.cookies().replaceFirst(".*belfry=([^;]*).*", "$1"));
    return "__Host-Http-belfry=" + session + "; id=" + dice.of("", "%zz", "%00", "a", token);
  }
}
