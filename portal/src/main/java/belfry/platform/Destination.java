package belfry.platform;

/** Where a message is sent. */
public sealed interface Destination {
  String id();

  record Person(String id) implements Destination {}

  record Room(String id) implements Destination {}
}
