package belfry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing is kept in the portal and its trials that neither of them calls. */
class UncalledTest {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("belfry");

  /** A library for tests. */
  private static final String SIMULATOR = "belfry.simulator";

  /** Through which tests see what is to be empty again, or what there is in all. */
  private static final Set<String> FOR_TESTS =
      Set.of(
          "belfry.bench.site.PostgresServer.pid()",
          "belfry.cli.Portal.routes()",
          "belfry.http.Places.inUse()",
          "belfry.http.Seats.inUse()",
          "belfry.http.Turns.people()");

  private final Map<String, List<JavaAccess<?>>> accesses =
      ALL.stream()
          .flatMap(one ->
              Stream.<JavaAccess<?>>concat(
                  one.getCodeUnitCallsFromSelf().stream(),
                  one.getCodeUnitReferencesFromSelf().stream()))
          .collect(Collectors.groupingBy(access -> access.getTarget().getName()));

  @Test
  void whatNobodyCallsIsNotThere() {
    var uncalled =
        ALL.stream()
            .filter(one -> !one.getPackageName().startsWith(SIMULATOR))
            .flatMap(one -> one.getCodeUnits().stream())
            .filter(unit -> !isCalledByOthers(unit) && !isCalled(unit))
            .map(JavaCodeUnit::getFullName)
            .collect(Collectors.toSet());

    assertThat(uncalled).containsExactlyInAnyOrderElementsOf(FOR_TESTS);
  }

  /** By the compiler's code, a library, or what reads annotations. */
  private static boolean isCalledByOthers(JavaCodeUnit unit) {
    var owner = unit.getOwner();
    var isOfRecord =
        owner.isRecord() && (unit.isConstructor() || owner.tryGetField(unit.getName()).isPresent());
    var isOfEnum = owner.isEnum() && Set.of("values", "valueOf").contains(unit.getName());
    var isPlain = unit instanceof JavaConstructor && unit.getRawParameterTypes().isEmpty();
    return isOfRecord
        || isOfEnum
        || isPlain
        || owner.isAnonymousClass()
        || unit.getModifiers().contains(JavaModifier.SYNTHETIC)
        || Set.of("main", "<clinit>").contains(unit.getName())
        || !unit.getAnnotations().isEmpty()
        || isOverriding(unit);
  }

  private static boolean isOverriding(JavaCodeUnit unit) {
    var owner = unit.getOwner();
    return Stream.concat(
            owner.getAllRawSuperclasses().stream(), owner.getAllRawInterfaces().stream())
        .filter(one -> !one.getPackageName().startsWith("belfry"))
        .flatMap(one -> one.getMethods().stream())
        .anyMatch(one ->
            one.getName().equals(unit.getName())
                && one.getRawParameterTypes().size() == unit.getRawParameterTypes().size());
  }

  /** Also through a type above or below its own. */
  private boolean isCalled(JavaCodeUnit unit) {
    return accesses.getOrDefault(unit.getName(), List.of()).stream()
        .filter(access -> !access.getOrigin().equals(unit))
        .map(access -> (CodeUnitAccessTarget) access.getTarget())
        .filter(
            target -> target.getRawParameterTypes().size() == unit.getRawParameterTypes().size())
        .anyMatch(target -> isOfOneLine(target.getOwner(), unit.getOwner()));
  }

  private static boolean isOfOneLine(JavaClass one, JavaClass other) {
    return one.isAssignableTo(other.getName()) || other.isAssignableTo(one.getName());
  }
}
