package belfry.standin.wire;

/** What a request gets: a reply, or a broken connection. */
public sealed interface Answer permits Reply, Silence {}
