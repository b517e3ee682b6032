package belfry.bench.siege;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The hostile ones, as a process of their own: neither who works beside them nor the platform that
 * the portal asks waits for their threads and their memory. Its input says the target, and then a
 * kind to begin or an empty line to end it, which is answered by what became of it; it ends with
 * its input.
 */
final class Attacker {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Attacker() {}

  public static void main(String[] arguments) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var target = JSON.readValue(in.readLine(), Target.class);
    for (var kind = in.readLine(); kind != null; kind = in.readLine()) {
      var count = new Told.Count();
      try (var crowd = new Crowd(target.port(), count)) {
        new Assault(target, count).of(Kind.valueOf(kind)).forEach(crowd::join);
        in.readLine();
      }
      System.out.println(JSON.writeValueAsString(count.told()));
    }
  }
}
