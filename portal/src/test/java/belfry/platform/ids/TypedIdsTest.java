package belfry.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.storage.Json;
import org.junit.jupiter.api.Test;

class TypedIdsTest {
  @Test
  void inJsonAnIdIsItsText() {
    assertThat(Json.write(new PersonId("ana"))).isEqualTo("\"ana\"");
    assertThat(Json.read("\"ana\"", PersonId.class)).isEqualTo(new PersonId("ana"));
    assertThat(Json.write(new SpaceId("room"))).isEqualTo("\"room\"");
    assertThat(Json.read("\"room\"", SpaceId.class)).isEqualTo(new SpaceId("room"));
  }

  @Test
  void anEmptyTextNamesNothing() {
    assertThat(SpaceId.parse("")).isEmpty();
    assertThat(PersonId.parse("")).isEmpty();
    assertThat(PersonId.parse("ana")).contains(new PersonId("ana"));
  }

  @Test
  void asTextAnIdIsWhatItWas() {
    assertThat("%s".formatted(new PersonId("ana"))).isEqualTo("ana");
  }
}
