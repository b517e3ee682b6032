package belfry.base;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says to people why a file could not be read or written. */
public final class FileTrouble {
  private FileTrouble() {}

  /** Without a dot: "there is no such file". Java itself says no more than the file's name. */
  public static String words(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or directory";
      case AccessDeniedException _ -> "this user may not open it";
      case FileSystemException other when other.getReason() == null -> other.toString();
      default -> String.valueOf(e.getMessage());
    };
  }
}
