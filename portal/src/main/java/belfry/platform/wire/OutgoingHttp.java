package belfry.platform.wire;

import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * How Apache's client makes requests of this program, whoever is asked: each at most once, with no
 * retries, redirects or cookies.
 */
public final class OutgoingHttp {
  private static final Timeout CONNECT = Timeout.ofSeconds(5);

  private OutgoingHttp() {}

  /**
   * Connections that are used again.
   *
   * @param most to one server, and to all
   * @param kept how long one is used
   */
  public static PoolingHttpClientConnectionManagerBuilder connections(
      int most, Duration timeout, Duration kept) {
    var trust = new Trust();
    return PoolingHttpClientConnectionManagerBuilder.create()
        .setMaxConnTotal(most)
        .setMaxConnPerRoute(most)
        .setTlsSocketStrategy((socket, host, port, attachment, context) ->
            trust.tls().upgrade(socket, host, port, attachment, context))
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(CONNECT)
                .setSocketTimeout(Timeout.of(timeout))
                .setValidateAfterInactivity(TimeValue.ofSeconds(1))
                .setTimeToLive(TimeValue.of(kept))
                .build());
  }

  /** A client that uses these connections. */
  public static HttpClientBuilder client(
      HttpClientConnectionManager connections, Duration timeout) {
    return HttpClients.custom()
        .setConnectionManager(connections)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.of(timeout))
                .setResponseTimeout(Timeout.of(timeout))
                .build())
        .setUserAgent("Belfry")
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableAuthCaching()
        .disableCookieManagement()
        .disableContentCompression();
  }

  /** Trusted certificates, which are read for the first connection that needs them. */
  private static final class Trust {
    private @Nullable TlsSocketStrategy tls;

    private synchronized TlsSocketStrategy tls() {
      var known = tls == null ? DefaultClientTlsStrategy.createDefault() : tls;
      tls = known;
      return known;
    }
  }
}
