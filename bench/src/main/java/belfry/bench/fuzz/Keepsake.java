package belfry.bench.fuzz;

import belfry.bench.site.Site;
import java.util.List;
import java.util.Map;

/** A job that no question knows of: who signs in after all of them must find it. */
record Keepsake(Site site, String job) {
  static Keepsake in(Site site) {
    var job =
        owner(site).post("jobs/edit", Map.of("markdown", "A keepsake", "audience", List.of()));
    return new Keepsake(site, job.path("id").asText());
  }

  boolean isSeen() {
    var owner = owner(site);
    return owner.get("jobs/detail/" + job).path("title").asText().equals("A keepsake")
        && owner.get("jobs/list/mine").path("items").size() > 0;
  }

  private static Visitor owner(Site site) {
    var owner = Visitors.visitor(site, site.platform().administrator());
    owner.signIn();
    return owner;
  }
}
