package belfry.web;

import belfry.base.Time;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;

/** Reads what a request carries, within its limits. */
final class Bodies {
  private static final int LARGEST = 1024 * 1024;
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private Bodies() {}

  /**
   * The body as a form.
   *
   * @throws Problem.Found 415 when it is no JSON, 413 above 1 MiB, 408 when it comes too slowly,
   *     400 when it does not fit the form
   */
  static <T> T json(Request request, Class<T> form) {
    var type = request.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    if (!type.matches("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?")) {
      throw Problem.mediaType().thrown();
    }
    return ApiJson.read(bytes(request), form);
  }

  /** Ends with 408 where the whole body takes longer than it may. */
  static InputStream timed(InputStream body, Time time) {
    return new FilterInputStream(body) {
      private final long began = time.nanos();

      @Override
      public int read(byte[] buffer, int from, int length) throws IOException {
        if (time.nanos() - began > LONGEST.toNanos()) {
          throw Problem.tooSlow().thrown();
        }
        return super.read(buffer, from, length);
      }
    };
  }

  private static byte[] bytes(Request request) {
    var bytes = new ByteArrayOutputStream();
    var buffer = new byte[8192];
    try (var body = request.body()) {
      for (var read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        bytes.write(buffer, 0, read);
        if (bytes.size() > LARGEST) {
          throw Problem.tooLarge("The body may have 1 MiB at most.").thrown();
        }
      }
    } catch (IOException e) {
      throw Problem.invalid("", "The body broke off.").thrown();
    }
    return bytes.toByteArray();
  }
}
