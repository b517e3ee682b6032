package belfry.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test that runs on SQLite, then on PostgreSQL; its {@code @Parameter} says on which. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass
@ArgumentsSource(OnEngines.Engines.class)
public @interface OnEngines {
  /** Which of them. */
  Engine[] value() default {Engine.SQLITE, Engine.POSTGRES};

  /** The tag of the runs that try PostgreSQL too; all do if there is none. */
  String postgres() default "";

  /** Those that this run is for. */
  final class Engines implements ArgumentsProvider {
    private static final String LEFT_OUT = System.getProperty("belfry.tests.left.out", "nothing");

    @Override
    public Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context) {
      var on = context.getRequiredTestClass().getAnnotation(OnEngines.class);
      var left = Set.of(LEFT_OUT.split(","));
      return Arrays.stream(on.value())
          .filter(engine -> engine == Engine.SQLITE || !left.contains(on.postgres()))
          .map(Arguments::of);
    }
  }
}
