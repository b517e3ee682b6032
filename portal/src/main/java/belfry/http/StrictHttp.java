package belfry.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.util.Set;

/**
 * Strict HTTP/1.1, where the server itself is lenient or fails: what {@link Framing} refuses never
 * reaches it.
 */
final class StrictHttp implements ServerConnectionSelector {
  private final ServerConnectionSelector http11;

  /** {@code http11} must have the listener from {@link #telling}. */
  StrictHttp(ServerConnectionSelector http11) {
    this.http11 = http11;
  }

  /**
   * A listener that learns what the server has read of a head, so that it is not parsed in two
   * ways. It also notifies {@code also}, because the server (4.5) ignores all listeners if there
   * are several.
   */
  static Http1ConnectionListener telling(Http1ConnectionListener also) {
    return new Http1ConnectionListener() {
      @Override
      public void prologue(ConnectionContext context, HttpPrologue prologue) {
        also.prologue(context, prologue);
      }

      @Override
      public void headers(ConnectionContext context, Headers headers) {
        also.headers(context, headers);
        if (context instanceof Framed framed) {
          framed.framing.bodyFollows(headers);
        }
      }
    };
  }

  @Override
  public int bytesToIdentifyConnection() {
    return http11.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return http11.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return http11.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    return http11.connection(new Framed(context, new Framing(context.dataReader())));
  }

  /** A connection that delivers the bytes of one message at a time. */
  private static final class Framed extends Rewired {
    private final Framing framing;

    Framed(ConnectionContext context, Framing framing) {
      super(context, DataReader.create(framing::next), context.dataWriter());
      this.framing = framing;
    }
  }
}
