package belfry.platform.wire;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.client5.http.entity.mime.AbstractContentBody;
import org.apache.hc.client5.http.entity.mime.FormBodyPart;
import org.apache.hc.client5.http.entity.mime.FormBodyPartBuilder;
import org.apache.hc.core5.http.ContentType;

/** A file as part of a form, never completely in memory. */
public final class FilePart extends AbstractContentBody {
  private final File file;

  private FilePart(File file) {
    super(ContentType.create(file.type()));
    this.file = file;
  }

  /**
   * The part with its header. By default, the builder would add a {@code filename*} for names
   * outside Latin-1, which RFC 7578, 4.2 forbids, and some parsers then drop the file.
   */
  public static FormBodyPart of(String field, File file) {
    return FormBodyPartBuilder.create(field, new FilePart(file))
        .setField(
            "Content-Disposition",
            "form-data; name=\"%s\"; filename=\"%s\"".formatted(field, quotable(file.name())))
        .build();
  }

  /**
   * As in the HTML standard: plain UTF-8, with characters escaped that would end the string or the
   * header.
   */
  private static String quotable(String name) {
    return name.replace("\"", "%22").replace("\r", "%0D").replace("\n", "%0A");
  }

  @Override
  public String getFilename() {
    return file.name();
  }

  @Override
  public long getContentLength() {
    return file.size();
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    file.content().writeTo(out);
  }
}
