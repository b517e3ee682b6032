package belfry.platform;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.client5.http.entity.mime.AbstractContentBody;
import org.apache.hc.core5.http.ContentType;

/** A file as part of a form, never whole in memory. */
final class FilePart extends AbstractContentBody {
  private final File file;

  FilePart(File file) {
    super(ContentType.create(file.type()));
    this.file = file;
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
