package belfry.testing;

import static belfry.testing.OpenApi.assertDescribed;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge of all answers, on answers that nobody gave. */
class OpenApiTest {
  private static final String INFO = "/Hub/news/info";
  private static final String PROBLEM =
      """
      {"type":"about:blank","title":"Too long","status":414,"detail":"Shorten it.","code":"a.code","args":{},"errors":[]}
      """;

  @Test
  void aFailureThatNothingParticularIsSaidOfMustBeAProblem() {
    assertThatCode(() -> assertDescribed("GET", INFO, 414, "application/problem+json", PROBLEM))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> assertDescribed("GET", INFO, 414, "application/problem+json", "{}"))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertDescribed("GET", INFO, 414, "text/plain", "Shorten it."))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void onTheSignInRoutesItMustBeText() {
    var path = "/Hub/news/authUrl";
    assertThatCode(() -> assertDescribed("GET", path, 503, "text/plain; charset=utf-8", "Later."))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> assertDescribed("GET", path, 503, "text/plain", ""))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertDescribed("GET", path, 503, "application/problem+json", PROBLEM))
        .isInstanceOf(AssertionError.class);
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          201, application/json,         '{"items":[]}'
          204, '',                       ''
          302, text/plain,               ''
          200, text/html,                '{"items":[]}'
          200, application/json,         ''
          200, application/json,         '{"items":[7]}'
          200, application/json,         '{"items":[],"more":1}'
          200, application/problem+json, '{"items":[]}'
          """)
  void aSuccessMustBeExactlyWhatIsDescribed(int status, String type, String body) {
    var path = "/Hub/news/admin/users";
    assertThatCode(() -> assertDescribed("GET", path, 200, "application/json", "{\"items\":[]}"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> assertDescribed("GET", path, status, type, body))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void anotherMethodOrAnUnknownActionIsNoOperation() {
    assertThatCode(() -> assertDescribed("PUT", INFO, 405, "", "")).doesNotThrowAnyException();
    assertThatThrownBy(() -> assertDescribed("PUT", INFO, 400, "", ""))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertDescribed("POST", "/Hub/news/jobs/fly", 200, "", ""))
        .isInstanceOf(AssertionError.class);
  }
}
