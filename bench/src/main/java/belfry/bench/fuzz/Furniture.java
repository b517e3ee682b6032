package belfry.bench.fuzz;

import belfry.bench.site.Site;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Jobs, groups, files and people that there are, and new ones in place of those that were deleted.
 */
final class Furniture {
  private final Visitor administrator;
  private final Site site;

  Furniture(Visitor administrator, Site site) {
    this.administrator = administrator;
    this.site = site;
  }

  /** Some jobs in various states, and what else there is. */
  Known renewed() {
    var group =
        administrator.post(
            "user/groups/create", Map.of("name", "Bell ringers " + System.nanoTime()));
    var groups = new ArrayList<>(all(administrator.get("user/groups/list?limit=3"), "id"));
    groups.add(group.path("id").asText());
    var people = all(administrator.get("user/people/find?q=an"), "id");
    var spaces = all(administrator.get("user/spaces/list"), "id").stream().limit(3).toList();
    var file = administrator.post("jobs/attach?name=a.txt", "ding").path("id").asText();
    var person = Map.of("kind", "person", "email", site.platform().addresses().get(5));
    var list =
        administrator
            .bring(
                "user/lists/add?name=a.csv",
                "mail,Desk\n%s,1\nhalf@,2\n".formatted(site.platform().addresses().get(6)))
            .path("list")
            .path("id")
            .asText();
    var called = "Ringers " + System.nanoTime();
    var saved =
        administrator
            .post("user/audiences/save", Map.of("name", called, "audience", List.of(person)))
            .path("id")
            .asText();
    var template =
        administrator
            .post("templates/save", Map.of("name", called, "markdown", "On [[Day]], {{name}}"))
            .path("template")
            .path("id")
            .asText();
    var jobs = new ArrayList<String>();
    for (var words : List.of("Draft", "To be sent", "To be scheduled", "Another draft")) {
      jobs.add(
          administrator
              .post("jobs/edit", Map.of("markdown", words, "audience", List.of(person)))
              .path("id")
              .asText());
    }
    administrator.post("jobs/runNow", Map.of("jobId", jobs.get(1)));
    administrator.post(
        "jobs/schedule", Map.of("jobId", jobs.get(2), "at", "2099-11-27T16:00", "zone", "UTC"));
    var asset = administrator.locationOf("/favicon.ico").split("/", 5);
    var values = new HashMap<String, List<String>>();
    values.put("app", List.of(Site.APP));
    values.put("jobId", jobs);
    values.put("series", jobs);
    values.put("groupId", groups);
    values.put("attachment", List.of(file, ""));
    values.put("listId", List.of(list));
    values.put("audienceId", List.of(saved));
    values.put("templateId", List.of(template));
    values.put("list", List.of("added", "gone", "NO_VALUE-0123456789ab"));
    values.put("column", List.of("mail"));
    values.put("days", List.of("monday", "sunday"));
    values.put("from", List.of("20:00", "2026-11-01T00:00:00Z"));
    values.put("until", List.of("07:00", "2026-12-01T00:00:00Z"));
    values.put("time", List.of("2099-11-27T16:00:00Z"));
    values.put("markdown", List.of("Dear {{firstName|all}}", "You sit at {{Desk}}", "Hello"));
    values.put("url", List.of("https://x.example/{{email|all}}", "https://x.example/"));
    values.put("email", site.platform().addresses().subList(0, 9));
    values.put("emails", site.platform().addresses().subList(0, 9));
    values.put(
        "id",
        Stream.of(groups, people, spaces, List.of(file, saved, "everyone"))
            .flatMap(List::stream)
            .toList());
    values.put("recipients", all(administrator.get("jobs/recipients/" + jobs.get(1)), "id"));
    values.put("cursor", List.of(administrator.get("jobs/list/all?limit=1").path("next").asText()));
    values.put("at", List.of("2099-11-27T16:00", "2099-11-27T16:00:00Z", "2026-11-27T16:00"));
    values.put("zone", List.of("Europe/Zurich", "UTC"));
    values.put("repeat", List.of("FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO;UNTIL=21000601"));
    values.put("q", List.of("a", "an", "draft", "bell"));
    values.put("state", List.of("sent", "failed,held"));
    if (asset.length == 5) {
      values.put("fingerprint", List.of(asset[3]));
      values.put("file", List.of(asset[4]));
    }
    values.values().removeIf(List::isEmpty);
    return new Known(values);
  }

  private static List<String> all(JsonNode list, String field) {
    return StreamSupport.stream(list.path("items").spliterator(), false)
        .map(one -> one.path(field).asText())
        .toList();
  }
}
