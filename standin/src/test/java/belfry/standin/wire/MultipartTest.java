package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Bodies of several parts. */
class MultipartTest {
  private static final String TYPE = "multipart/form-data; boundary=\"b-1\"";

  @Test
  void fieldsAndFilesAreToldApart() {
    var parts =
        parts(
            part("Content-Disposition: form-data; name=\"text\"", "one\r\ntwo")
                + part(
                    "Content-Disposition: form-data; name=\"files\"; filename=\"a \\\"b\\\".txt\"",
                    "")
                + "--b-1--\r\n");

    assertThat(parts).hasSize(2);
    assertThat(parts.getFirst().text()).isEqualTo("one\r\ntwo");
    assertThat(parts.getFirst().fileName()).isEmpty();
    assertThat(parts.getLast().fileName()).contains("a \"b\".txt");
    assertThat(parts.getLast().length()).isZero();
  }

  @Test
  void anEncodedNameOfAFileIsReadWithQuotesAndWithout() {
    var head = "Content-Disposition: form-data; name=\"files\"; filename*=";

    var bare = parts(part(head + "UTF-8''%C3%9Cb%2Be+r.txt", "x") + "--b-1--");
    var quoted = parts(part(head + "\"UTF-8''%C3%9Cb%2Be+r.txt\"", "x") + "--b-1--");

    assertThat(bare.getFirst().fileName()).contains("Üb+e+r.txt");
    assertThat(quoted.getFirst().fileName()).contains("Üb+e+r.txt");
  }

  @Test
  void whatIsNotInPartsHasNone() {
    assertThat(Multipart.parts("multipart/form-data", "x".getBytes(UTF_8))).isEmpty();
    assertThat(parts("nothing of that kind")).isEmpty();
  }

  private static String part(String head, String content) {
    return "--b-1\r\n" + head + "\r\n\r\n" + content + "\r\n";
  }

  private static List<Part> parts(String body) {
    return Multipart.parts(TYPE, body.getBytes(UTF_8));
  }
}
