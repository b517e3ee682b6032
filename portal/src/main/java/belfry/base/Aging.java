package belfry.base;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;

/** Maps whose entries go by themselves: by {@link Time}, and on the threads of those who ask. */
public final class Aging {
  private Aging() {}

  /** A map that keeps each entry for {@code age}; beyond {@code most} what is used least goes. */
  public static Caffeine<Object, Object> after(Duration age, int most, Time time) {
    return Caffeine.newBuilder()
        .expireAfterWrite(age)
        .maximumSize(most)
        .ticker(time::nanos)
        .executor(Runnable::run);
  }
}
