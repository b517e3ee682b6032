package belfry.cli;

import belfry.apps.AppName;
import belfry.runs.followups.FollowUpId;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes each log event as one line of JSON ({@code BELFRY_LOG=json}). The app, job, run and
 * follow-up that a message names, and the request that it belongs to, are fields of their own, so
 * that one search finds all that was logged about them.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = {};
  private final ObjectMapper json = new ObjectMapper();

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line = new LinkedHashMap<String, String>();
    line.put("time", event.getInstant().toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", event.getFormattedMessage());
    Optional.ofNullable(event.getArgumentArray()).stream()
        .flatMap(Stream::of)
        .forEach(
            argument -> key(argument).ifPresent(key -> line.putIfAbsent(key, argument.toString())));
    line.putAll(event.getMDCPropertyMap());
    Optional.ofNullable(event.getThrowableProxy())
        .ifPresent(thrown -> line.put("error", ThrowableProxyUtil.asString(thrown)));
    try {
      return (json.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new AssertionError("a map of strings is always JSON", e);
    }
  }

  private static Optional<String> key(Object argument) {
    return Optional.ofNullable(
        switch (argument) {
          case AppName _ -> "app";
          case JobId _ -> "job";
          case RunId _ -> "run";
          case FollowUpId _ -> "followUp";
          case null, default -> null;
        });
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
