package belfry.http;

/**
 * How the server is reached.
 *
 * @param host the address to listen on
 * @param port 0 takes any that is free
 * @param proxies whose word about callers counts
 * @param transport whether browsers are told to come by https only
 */
public record Endpoint(String host, int port, TrustedProxies proxies, StrictTransport transport) {}
