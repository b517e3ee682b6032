package belfry.platform.ids;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One id, written in all the ways that were met. */
class PlatformIdTest {
  private static final String UUID = "5c7de9ea-8a7e-4e5c-9ac5-6d8f3a1b2c4d";
  private static final String PADDED = padded("ciscospark://us/PEOPLE/" + UUID);
  private static final String PLAIN = PADDED.replace("=", "");

  @Test
  void allFormsOfAnIdHaveOneKey() {
    assertThat(List.of(UUID, PADDED, PLAIN, padded("ciscospark://eu/PEOPLE/" + UUID)))
        .allSatisfy(id -> assertThat(PlatformId.key(id)).isEqualTo(UUID));
    assertThat(PlatformId.key("person-12")).isEqualTo("person-12");
  }

  @Test
  void eachFormNamesTheOthers() {
    assertThat(PADDED).isNotEqualTo(PLAIN);
    assertThat(PlatformId.otherForms(UUID)).containsExactlyInAnyOrder(PADDED, PLAIN);
    assertThat(PlatformId.otherForms(PADDED)).containsExactlyInAnyOrder(UUID, PLAIN);
    assertThat(PlatformId.otherForms(PLAIN)).containsExactlyInAnyOrder(UUID, PADDED);
    assertThat(PlatformId.otherForms(padded("ciscospark://eu/PEOPLE/" + UUID)))
        .contains(UUID, PADDED, PLAIN);
  }

  @Test
  void whatCannotBeReadHasNoOtherForm() {
    assertThat(PlatformId.otherForms("person-12")).isEmpty();
    assertThat(PlatformId.otherForms("")).isEmpty();
    assertThat(PlatformId.otherForms(padded("ciscospark://us/PEOPLE/12"))).isEmpty();
  }

  private static String padded(String text) {
    return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
