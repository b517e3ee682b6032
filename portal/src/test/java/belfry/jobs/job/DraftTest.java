package belfry.jobs.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DraftTest {
  /** Nothing else notices a field that a draft loses when it is saved. */
  @Test
  void eachOfItsFieldsHasAColumn() {
    assertThat(Draft.COLUMNS).hasSameSizeAs(Draft.class.getRecordComponents());
  }
}
