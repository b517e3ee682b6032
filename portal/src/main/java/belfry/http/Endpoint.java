package belfry.http;

/**
 * How the server can be reached.
 *
 * @param host the address to listen on
 * @param port 0 picks a free one
 * @param proxies whose statements about callers are trusted
 * @param transport whether browsers are told to use HTTPS only
 */
public record Endpoint(String host, int port, TrustedProxies proxies, StrictTransport transport) {}
