package belfry.standin.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/** One part of a {@code multipart/form-data} body. */
public final class Part {
  private final String name;
  private final Optional<String> fileName;
  private final byte[] content;

  Part(String name, Optional<String> fileName, byte[] content) {
    this.name = name;
    this.fileName = fileName;
    this.content = content;
  }

  public String name() {
    return name;
  }

  /** Present where the part is a file. */
  public Optional<String> fileName() {
    return fileName;
  }

  public int length() {
    return content.length;
  }

  public String text() {
    return new String(content, UTF_8);
  }
}
