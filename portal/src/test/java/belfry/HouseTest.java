package belfry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Holds the package picture of docs/architecture.md, read from the class files themselves. */
class HouseTest {
  private static final Path CLASSES = Path.of("target/classes");
  private static final Path TESTS = Path.of("target/test-classes");
  private static final Pattern OURS = Pattern.compile("belfry/([a-z]+)/");

  private static final Set<String> GROUND = Set.of("base", "storage", "platform", "apps");

  /** Which package may use which. */
  private static final Map<String, Set<String>> PICTURE =
      Map.ofEntries(
          Map.entry("base", Set.of()),
          Map.entry("storage", Set.of("base")),
          Map.entry("pace", Set.of("base")),
          Map.entry("platform", Set.of("base", "pace")),
          Map.entry("http", Set.of("base", "storage")),
          Map.entry("apps", Set.of("base", "storage", "platform")),
          Map.entry("signin", GROUND),
          Map.entry("access", GROUND),
          Map.entry("people", GROUND),
          Map.entry("messages", GROUND),
          Map.entry("runs", with(GROUND, "people", "messages")),
          Map.entry("jobs", with(GROUND, "access", "people", "messages", "runs")),
          Map.entry("delivery", with(GROUND, "pace", "people", "messages", "runs", "jobs")),
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
                  "delivery")),
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
                  "web",
                  "simulator")));

  private static Set<String> with(Set<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).collect(Collectors.toSet());
  }

  @Test
  void everyPackageUsesOnlyWhatThePictureAllows() {
    var offences = new ArrayList<String>();
    for (var model : classes(CLASSES)) {
      var from = packageOf(model);
      assertThat(PICTURE).as("the package of %s", name(model)).containsKey(from);
      for (var to : usedPackages(model)) {
        if (!to.equals(from) && !PICTURE.get(from).contains(to)) {
          offences.add(name(model) + " uses " + to);
        }
      }
    }
    assertThat(offences).isEmpty();
  }

  @Test
  void noPackageIsLeftOverInThePicture() {
    var present = classes(CLASSES).stream().map(HouseTest::packageOf).collect(Collectors.toSet());
    assertThat(present).isEqualTo(PICTURE.keySet());
  }

  @Test
  void onlyHttpAndPlatformSpeakHttp() {
    var http = Pattern.compile("(io/helidon|org/apache/hc|java/net/http)/");
    assertThat(usersOf(CLASSES, text -> http.matcher(text).find()))
        .allMatch(name -> name.startsWith("belfry/http/") || name.startsWith("belfry/platform/"));
  }

  @Test
  void onlyBaseAsksTheClockOrRests() {
    var clocks =
        Set.of(
            "java/lang/System.nanoTime",
            "java/lang/System.currentTimeMillis",
            "java/time/Instant.now",
            "java/time/LocalDateTime.now",
            "java/time/ZonedDateTime.now",
            "java/time/Clock.systemUTC",
            "java/lang/Thread.sleep",
            "java/util/concurrent/locks/LockSupport.park",
            "java/util/concurrent/locks/LockSupport.parkNanos",
            "java/util/concurrent/locks/LockSupport.parkUntil");
    var offences = new ArrayList<String>();
    for (var model : classes(CLASSES)) {
      calls(model)
          .filter(clocks::contains)
          .filter(_ -> !packageOf(model).equals("base"))
          .forEach(call -> offences.add(name(model) + " calls " + call));
    }
    assertThat(offences).isEmpty();
  }

  /** Which package's SQL made each table and keeps it. */
  private static final Map<String, Set<String>> TABLES =
      Map.ofEntries(
          Map.entry("storage", Set.of("done_request")),
          Map.entry("apps", Set.of("bot")),
          Map.entry("signin", Set.of("session", "used_state", "person_token")),
          Map.entry("access", Set.of("staff", "pinned_admin", "claim_code", "audit", "audit_head")),
          Map.entry(
              "people",
              Set.of("person", "address", "people_group", "group_member", "directory_token")),
          Map.entry("messages", Set.of("attachment", "attachment_piece")),
          Map.entry("runs", Set.of("run", "recipient", "timeline", "deleted_run")),
          Map.entry("jobs", Set.of("job")),
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
    for (var model : classes(CLASSES)) {
      var from = packageOf(model);
      pool(model)
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

  @Test
  void noTestSleepsToMakeOrder() {
    var offences =
        classes(TESTS).stream()
            .filter(model -> calls(model).anyMatch("java/lang/Thread.sleep"::equals))
            .map(HouseTest::name)
            .toList();
    assertThat(offences).isEmpty();
  }

  @Test
  void thePictureItselfHasNoCycle() {
    var order = new ArrayList<String>();
    while (order.size() < PICTURE.size()) {
      var next =
          PICTURE.keySet().stream()
              .filter(name -> !order.contains(name))
              .filter(name ->
                  PICTURE.get(name).stream()
                      .allMatch(used -> order.contains(used) || used.equals("simulator")))
              .findFirst();
      assertThat(next).as("something that uses nothing but %s", order).isPresent();
      order.add(next.orElseThrow());
    }
  }

  private static List<ClassModel> classes(Path directory) {
    try (var files = Files.walk(directory)) {
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

  /** Class names stand in class entries and in descriptors; both are text in the constant pool. */
  private static Set<String> usedPackages(ClassModel model) {
    var used = new TreeSet<String>();
    pool(model)
        .filter(entry -> entry instanceof ClassEntry || isDescriptor(entry))
        .map(HouseTest::text)
        .forEach(text -> {
          var matcher = OURS.matcher(text);
          while (matcher.find()) {
            used.add(matcher.group(1));
          }
        });
    return used;
  }

  private static boolean isDescriptor(PoolEntry entry) {
    return entry instanceof Utf8Entry utf8
        && utf8.stringValue().matches("(\\(.*\\))?\\[*(L.*;|[A-Z])");
  }

  private static String text(PoolEntry entry) {
    return switch (entry) {
      case ClassEntry one -> one.asInternalName();
      case Utf8Entry one -> one.stringValue();
      default -> "";
    };
  }

  private static Stream<PoolEntry> pool(ClassModel model) {
    return StreamSupport.stream(model.constantPool().spliterator(), false);
  }

  private static Stream<String> calls(ClassModel model) {
    return pool(model)
        .filter(MemberRefEntry.class::isInstance)
        .map(MemberRefEntry.class::cast)
        .map(entry -> entry.owner().asInternalName() + "." + entry.name().stringValue());
  }

  private static List<String> usersOf(Path directory, Predicate<String> text) {
    return classes(directory).stream()
        .filter(model -> pool(model).map(HouseTest::text).anyMatch(text))
        .map(HouseTest::name)
        .toList();
  }
}
