package belfry.web.frame;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import belfry.access.Access;
import belfry.access.ApiToken;
import belfry.access.ApiTokens;
import belfry.apps.Apps;
import belfry.web.operations.Health;
import belfry.web.page.PageRoutes;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What somebody may do or read is asked of the {@link Caller} only, read from the class files. */
class CallerTest {
  private static final JavaClasses WEB =
      new ClassFileImporter().importPath(Path.of("target/classes/belfry/web"));

  @Test
  void onlyTheGuardAsksWhatAPersonMayDo() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Guard.class)
        .should()
        .accessTargetWhere(
            describe(
                "roles of a person, or whether a token counts",
                access ->
                    is(access, Access.class, Set.of("role", "roles", "roleIn", "mayHurry"))
                        || is(access, ApiTokens.class, Set.of("find", "isLive"))))
        .check(WEB);
  }

  @Test
  void onlyTheCallerTakesTheAppsOfATokenIntoAccount() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Guard.class, Caller.class)
        .should()
        .accessTargetWhere(
            describe(
                "rights of a token",
                access -> is(access, ApiToken.class, Set.of("worksIn", "atMost"))))
        .check(WEB);
  }

  /** The root leads to the first one, and operators are told of each. */
  @Test
  void noRouteGoesThroughAllApps() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(PageRoutes.class, Health.class)
        .should()
        .accessTargetWhere(describe("all apps", access -> is(access, Apps.class, Set.of("all"))))
        .check(WEB);
  }

  private static boolean is(JavaAccess<?> access, Class<?> owner, Set<String> names) {
    return access.getTargetOwner().isEquivalentTo(owner)
        && names.contains(access.getTarget().getName());
  }
}
