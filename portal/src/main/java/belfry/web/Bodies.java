package belfry.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Reads what a request carries, within its limits. */
final class Bodies {
  private static final int LARGEST = 1024 * 1024;
  private static final long LONGEST_NANOS = 20_000_000_000L;

  private Bodies() {}

  /**
   * The body as a form.
   *
   * @throws Problem.Found 415 when it is no JSON, 413 above 1 MiB, 408 when it comes too slowly,
   *     400 when it does not fit the form
   */
  static <T> T json(Request request, Class<T> form) {
    var type = request.header("content-type").orElse("").toLowerCase(java.util.Locale.ROOT);
    if (!type.matches("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?")) {
      throw Problem.mediaType().thrown();
    }
    return ApiJson.read(bytes(request), form);
  }

  private static byte[] bytes(Request request) {
    var bytes = new ByteArrayOutputStream();
    var buffer = new byte[8192];
    var began = System.nanoTime();
    try (var body = request.body()) {
      for (var read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        bytes.write(buffer, 0, read);
        if (bytes.size() > LARGEST) {
          throw Problem.tooLarge("The body may have 1 MiB at most.").thrown();
        }
        if (System.nanoTime() - began > LONGEST_NANOS) {
          throw Problem.tooSlow().thrown();
        }
      }
    } catch (IOException e) {
      throw Problem.invalid("", "The body broke off.").thrown();
    }
    return bytes.toByteArray();
  }
}
