package belfry;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.AndFullName.Predicates.fullNameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Portal;
import belfry.people.PeopleParts;
import belfry.web.Web;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Holds the package picture of docs/architecture.md, read from the class files themselves: by
 * ArchUnit, and the tables that SQL names from the constants, which ArchUnit does not read.
 */
class HouseTest {
  private static final Path CLASSES = Path.of("target/classes");
  private static final Pattern OURS = Pattern.compile("belfry/([a-z]+)/");

  /** More files than that are not seen at a glance. */
  private static final int FULL = 40;

  private static final JavaClasses PORTAL = new ClassFileImporter().importPath(CLASSES);

  private static final Set<String> GROUND = Set.of("base", "storage", "platform", "apps");

  /** Which package may use which. */
  private static final Map<String, Set<String>> PICTURE =
      Map.ofEntries(
          Map.entry("base", Set.of()),
          Map.entry("storage", Set.of("base")),
          Map.entry("pace", Set.of("base")),
          Map.entry("platform", Set.of("base", "pace")),
          Map.entry("http", Set.of("base", "storage")),
          Map.entry("client", Set.of("base")),
          Map.entry("apps", Set.of("base", "storage", "platform")),
          Map.entry("signin", GROUND),
          Map.entry("access", GROUND),
          Map.entry("people", GROUND),
          Map.entry("messages", GROUND),
          Map.entry("runs", with(GROUND, "people", "messages")),
          Map.entry("jobs", with(GROUND, "access", "people", "messages", "runs")),
          Map.entry("delivery", with(GROUND, "pace", "people", "messages", "runs", "jobs")),
          Map.entry("answers", with(GROUND, "access", "people", "messages", "runs", "jobs")),
          Map.entry("hooks", with(GROUND, "pace", "access", "runs", "jobs", "answers")),
          Map.entry("metrics", with(GROUND, "runs", "jobs", "delivery", "hooks")),
          Map.entry(
              "web",
              with(
                  GROUND,
                  "http",
                  "signin",
                  "access",
                  "people",
                  "messages",
                  "runs",
                  "jobs",
                  "delivery",
                  "answers",
                  "hooks",
                  "metrics")),
          Map.entry(
              "cli",
              with(
                  GROUND,
                  "http",
                  "signin",
                  "access",
                  "people",
                  "messages",
                  "runs",
                  "jobs",
                  "delivery",
                  "answers",
                  "hooks",
                  "metrics",
                  "web",
                  "client",
                  "simulator")));

  private static Set<String> with(Set<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toSet());
  }

  @Test
  void everyPackageUsesOnlyWhatThePictureAllows() {
    var house =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .ensureAllClassesAreContainedInArchitecture()
            .optionalLayer("simulator")
            .definedBy("belfry.simulator..");
    for (var name : PICTURE.keySet()) {
      house = house.layer(name).definedBy("belfry." + name + "..");
    }
    for (var entry : PICTURE.entrySet()) {
      var layer = house.whereLayer(entry.getKey());
      house =
          entry.getValue().isEmpty()
              ? layer.mayNotAccessAnyLayer()
              : layer.mayOnlyAccessLayers(entry.getValue().toArray(String[]::new));
    }
    house.as("The picture in docs/architecture.md").check(PORTAL);
  }

  @Test
  void noRoomUsesOneThatUsesIt() {
    slices().matching("belfry.(**)").should().beFreeOfCycles().check(PORTAL);
  }

  /** Rooms that are nobody's business outside the floor they lie on. */
  private static final Set<String> CLOSED =
      Set.of(
          "cli.backups",
          "cli.checks",
          "cli.persons",
          "cli.sending",
          "cli.settings",
          "delivery.adapters",
          "delivery.doublecheck",
          "delivery.evidence",
          "delivery.expansion",
          "delivery.lane",
          "jobs.notices",
          "web.account",
          "web.admin",
          "web.answers",
          "web.checking",
          "web.drafts",
          "web.jobs",
          "web.operations",
          "web.page",
          "web.people",
          "web.runs",
          "web.search");

  @Test
  void closedRoomsAreEnteredFromTheirFloorOnly() {
    for (var room : CLOSED) {
      var floor = room.substring(0, room.indexOf('.'));
      noClasses()
          .that()
          .resideOutsideOfPackage("belfry." + floor + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("belfry." + room + "..")
          .check(PORTAL);
    }
  }

  /** Whoever is handed a bag of parts does not say which of them it needs. */
  @Test
  void onlyWhereTheProgramIsPutTogetherAreAllPartsOfPeopleAtHand() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(PeopleParts.class, Portal.class, Web.class)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(PeopleParts.class)
        .check(PORTAL);
  }

  @Test
  void noRoomIsTooFullToLookThrough() {
    var full =
        PORTAL.stream()
            .filter(one -> one.isTopLevelClass() && !one.getSimpleName().equals("package-info"))
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()))
            .entrySet()
            .stream()
            .filter(room -> room.getValue() > FULL)
            .toList();
    assertThat(full).isEmpty();
  }

  @Test
  void onlyFourPackagesSpeakHttp() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "belfry.http..", "belfry.platform..", "belfry.hooks..", "belfry.client..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.helidon..", "org.apache.hc..", "java.net.http..")
        .check(PORTAL);
  }

  private static final String SLEEP =
      "java\\.lang\\.Thread\\.sleep\\(.*|java\\.util\\.concurrent\\.TimeUnit\\.sleep\\(.*";

  private static final String CLOCK =
      "java\\.lang\\.System\\.(nanoTime|currentTimeMillis)\\(.*"
          + "|java\\.time\\.\\w+\\.now\\(.*|java\\.time\\.Clock\\.(system|tick).*"
          + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park.*";

  @Test
  void onlyBaseAsksTheClockOrRests() {
    noClasses()
        .that()
        .resideOutsideOfPackage("belfry.base..")
        .should()
        .accessTargetWhere(target(fullNameMatching(CLOCK + "|" + SLEEP)))
        .check(PORTAL);
  }

  @Test
  void noTestSleepsToMakeOrder() {
    noClasses()
        .should()
        .accessTargetWhere(target(fullNameMatching(SLEEP)))
        .check(new ClassFileImporter().importPath("target/test-classes"));
  }

  /** Which package's SQL made each table and keeps it. */
  private static final Map<String, Set<String>> TABLES =
      Map.ofEntries(
          Map.entry("storage", Set.of("done_request")),
          Map.entry("apps", Set.of("bot", "further_bot")),
          Map.entry("signin", Set.of("session", "used_state", "person_token")),
          Map.entry(
              "access",
              Set.of(
                  "staff",
                  "person_language",
                  "pinned_admin",
                  "claim_code",
                  "api_token",
                  "api_token_app",
                  "audit",
                  "audit_head")),
          Map.entry(
              "people",
              Set.of(
                  "person",
                  "person_word",
                  "address",
                  "people_group",
                  "group_member",
                  "directory_token",
                  "list",
                  "list_row",
                  "list_skipped",
                  "audience")),
          Map.entry("messages", Set.of("attachment", "attachment_piece")),
          Map.entry(
              "runs",
              Set.of(
                  "run",
                  "run_lane",
                  "person_bot",
                  "bots_spread",
                  "recipient",
                  "timeline",
                  "deleted_run",
                  "lost_time",
                  "answers_read",
                  "follow_up",
                  "follow_up_row")),
          Map.entry(
              "jobs",
              Set.of(
                  "job",
                  "job_news",
                  "job_promise",
                  "job_word",
                  "job_unsearched",
                  "reminder",
                  "sending_rules",
                  "template",
                  "template_version")),
          Map.entry(
              "answers",
              Set.of(
                  "answer",
                  "answer_count",
                  "answer_watch",
                  "answer_told",
                  "answer_event",
                  "answer_room",
                  "reply",
                  "automatic_reply")),
          Map.entry(
              "hooks",
              Set.of("hook", "hook_message", "hook_told", "hook_told_page", "hook_told_counts")),
          Map.entry("delivery", Set.of("lane", "rest", "read_pace")));

  private static final Pattern CREATED = Pattern.compile("CREATE TABLE (?:IF NOT EXISTS )?(\\w+)");
  private static final Pattern NAMED =
      Pattern.compile("\\b(?:FROM|JOIN|INTO|UPDATE)\\s+([a-z_]+)\\b(?!\\()");
  private static final Pattern WRITTEN =
      Pattern.compile("\\b(?:INSERT\\s+INTO|DELETE\\s+FROM|UPDATE)\\s+([a-z_]+)\\b");

  @Test
  void everyTableHasAnOwner() throws IOException {
    var created = new TreeSet<String>();
    try (var files = Files.walk(CLASSES.resolve("db/migration"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        created.addAll(tables(CREATED, Files.readString(file)));
      }
    }
    assertThat(TABLES.values().stream().flatMap(Set::stream).toList())
        .containsExactlyInAnyOrderElementsOf(created);
  }

  @Test
  void packagesReadOnlyTheirOwnTablesAndThoseBelow() {
    assertThat(offences(NAMED, (from, owner) -> PICTURE.get(from).contains(owner))).isEmpty();
  }

  @Test
  void onlyItsOwnerWritesATable() {
    assertThat(offences(WRITTEN, (_, _) -> false)).isEmpty();
  }

  /** Tables that statements name and that neither are the package's own nor may be named by it. */
  private static List<String> offences(Pattern pattern, BiPredicate<String, String> alsoOf) {
    var offences = new ArrayList<String>();
    for (var model : classes()) {
      var from = packageOf(model);
      StreamSupport.stream(model.constantPool().spliterator(), false)
          .filter(StringEntry.class::isInstance)
          .flatMap(entry -> tables(pattern, ((StringEntry) entry).stringValue()).stream())
          .forEach(table ->
              owner(table)
                  .filter(owner -> !owner.equals(from) && !alsoOf.test(from, owner))
                  .ifPresent(
                      owner -> offences.add(name(model) + " names " + table + " of " + owner)));
    }
    return offences;
  }

  private static Set<String> tables(Pattern pattern, String sql) {
    return pattern
        .matcher(sql)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Optional<String> owner(String table) {
    return TABLES.entrySet().stream()
        .filter(entry -> entry.getValue().contains(table))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static List<ClassModel> classes() {
    try (var files = Files.walk(CLASSES)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .filter(file -> file.toString().contains("/belfry/"))
          .map(HouseTest::parsed)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ClassModel parsed(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(ClassModel model) {
    return model.thisClass().asInternalName();
  }

  private static String packageOf(ClassModel model) {
    var matcher = OURS.matcher(name(model));
    return matcher.lookingAt() ? matcher.group(1) : name(model);
  }
}
