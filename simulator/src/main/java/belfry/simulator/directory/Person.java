package belfry.simulator.directory;

/** Somebody of the company as the directory shows them. */
public record Person(
    int index,
    String id,
    String displayName,
    String firstName,
    String lastName,
    String email,
    String title,
    String department) {
  /** The same, at another address. */
  Person at(String address) {
    return new Person(index, id, displayName, firstName, lastName, address, title, department);
  }
}
