package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.platform.Destination;
import belfry.platform.Outcome;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import com.sun.net.httpserver.HttpServer;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.fileupload2.core.AbstractFileUpload;
import org.apache.commons.fileupload2.core.DiskFileItem;
import org.apache.commons.fileupload2.core.DiskFileItemFactory;
import org.apache.commons.fileupload2.core.FileItemInputIterator;
import org.apache.commons.fileupload2.core.FileUploadException;
import org.apache.commons.fileupload2.core.RequestContext;
import org.apache.tomcat.util.http.fileupload.UploadContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The names of files as they leave, and as readers of forms that others wrote see them. */
class FileNamesTest {
  private static final String CONTENT = "what is in the file";
  private static HttpServer server;
  private static Platform platform;
  private static volatile Form received = new Form("", "");

  /** What came to the platform; one character of {@code body} is one byte. */
  private record Form(String type, String body) {
    byte[] bytes() {
      return body.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  @BeforeAll
  static void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          received =
              new Form(
                  exchange.getRequestHeaders().getFirst("Content-Type"),
                  new String(
                      exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
          var answer = "{\"id\":\"m1\",\"roomId\":\"r1\"}".getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    var address = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    platform = new Platform(address, Duration.ofSeconds(20), Time.system());
  }

  @AfterAll
  static void stop() {
    platform.close();
    server.stop(0);
  }

  @ParameterizedTest
  @MethodSource("names")
  void aNameIsUtf8AsItIsAndNothingIsSaidBesides(String name) {
    assertThat(headOfTheFile(sent(name))).isEqualTo(head(name));
  }

  /** As the HTML standard's "multipart/form-data encoding algorithm" has it. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          say "so" and \\so.txt, say %22so%22 and \\so.txt
          %22.txt,               %22.txt
          """)
  void onlyWhatWouldEndTheNameIsWrittenOtherwise(String name, String written) {
    assertThat(headOfTheFile(sent(name))).isEqualTo(head(written));
    assertThat(headOfTheFile(sent("\r\n" + name))).isEqualTo(head("%0D%0A" + written));
  }

  @ParameterizedTest
  @MethodSource("names")
  void commonsFileuploadReadsTheName(String name) throws IOException {
    var parts = new FileUploads().getItemIterator(new Received(sent(name)));
    while (parts.hasNext()) {
      var part = parts.next();
      if (part.getFieldName().equals("files")) {
        assertThat(part.getName()).isEqualTo(name);
        assertThat(part.getInputStream()).hasContent(CONTENT);
        return;
      }
    }
    throw new AssertionError("no file");
  }

  @ParameterizedTest
  @MethodSource("names")
  void nettyReadsTheName(String name) throws IOException {
    var form = sent(name);
    var request =
        new DefaultFullHttpRequest(
            HttpVersion.HTTP_1_1, HttpMethod.POST, "/", Unpooled.wrappedBuffer(form.bytes()));
    request.headers().set("Content-Type", form.type);
    var decoder = new HttpPostRequestDecoder(request);
    try {
      var file = (FileUpload) decoder.getBodyHttpData("files");
      assertThat(file.getFilename()).isEqualTo(name);
      assertThat(file.getString()).isEqualTo(CONTENT);
    } finally {
      decoder.destroy();
    }
  }

  /** Spring's, for servlets, is its server's: this one in most places. */
  @ParameterizedTest
  @MethodSource("names")
  void tomcatReadsTheName(String name) throws IOException {
    var parts =
        new org.apache.tomcat.util.http.fileupload.FileUpload()
            .getItemIterator(new Uploaded(sent(name)));
    while (parts.hasNext()) {
      var part = parts.next();
      if (part.getFieldName().equals("files")) {
        assertThat(part.getName()).isEqualTo(name);
        assertThat(part.openStream()).hasContent(CONTENT);
        return;
      }
    }
    throw new AssertionError("no file");
  }

  /** No quotes: readers take those three characters for a quote, or for three characters. */
  static Stream<String> names() {
    return Stream.of(
        "plain.txt",
        "Übersicht 2026.pdf",
        "報告書 最終.pdf",
        "отчёт.docx",
        "emoji 🎉.png",
        "naïve's 100 %20.txt",
        "長".repeat(100) + ".pdf");
  }

  private static Form sent(String name) {
    var bytes = CONTENT.getBytes(StandardCharsets.UTF_8);
    var file = new File(name, "application/pdf", bytes.length, out -> out.write(bytes));
    var to = new Destination.Person(new PersonId("p1"));
    assertThat(platform.messages().post(new Secret("token"), to, "Words", file, () -> true))
        .isInstanceOf(Outcome.Accepted.class);
    return received;
  }

  private static String headOfTheFile(Form form) {
    var end = form.body.indexOf("\r\n\r\n" + CONTENT);
    var boundary = form.body.lastIndexOf("--httpclient_boundary", end);
    return form.body.substring(form.body.indexOf("\r\n", boundary) + 2, end);
  }

  /** What is said of the file, to the byte. */
  private static String head(String name) {
    var head =
        "Content-Disposition: form-data; name=\"files\"; filename=\"%s\"\r\nContent-Type: application/pdf"
            .formatted(name);
    return new String(head.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** A form that was received, as commons-fileupload asks for it. */
  private record Received(Form form) implements RequestContext {
    @Override
    public String getCharacterEncoding() {
      return "UTF-8";
    }

    @Override
    public long getContentLength() {
      return form.body.length();
    }

    @Override
    public String getContentType() {
      return form.type;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(form.bytes());
    }

    @Override
    public boolean isMultipartRelated() {
      return false;
    }
  }

  /** A form that was received, as Tomcat asks for it; it does not know how it is written. */
  private record Uploaded(Form form) implements UploadContext {
    @Override
    public @Nullable String getCharacterEncoding() {
      return null;
    }

    @Override
    public long contentLength() {
      return form.body.length();
    }

    @Override
    public String getContentType() {
      return form.type;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(form.bytes());
    }
  }

  /** The reader of commons-fileupload, away from any server. */
  private static final class FileUploads
      extends AbstractFileUpload<Form, DiskFileItem, DiskFileItemFactory> {
    @Override
    public FileItemInputIterator getItemIterator(Form form) throws IOException {
      return getItemIterator(new Received(form));
    }

    @Override
    public Map<String, List<DiskFileItem>> parseParameterMap(Form form) throws FileUploadException {
      return parseParameterMap(new Received(form));
    }

    @Override
    public List<DiskFileItem> parseRequest(Form form) throws FileUploadException {
      return parseRequest(new Received(form));
    }
  }
}
