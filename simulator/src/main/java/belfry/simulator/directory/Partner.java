package belfry.simulator.directory;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * People of another company, who use the same platform.
 *
 * @param mailbox of the address under which the platform names them
 * @param alias of another address of theirs
 * @param hasAccount whether they have one before they join the company
 */
record Partner(String given, String family, String mailbox, String alias, boolean hasAccount) {
  static final String DOMAIN = "partner.example";

  static final List<Partner> ALL =
      List.of(
          new Partner("Grace", "Obi", "grace.obi", "grace", true),
          new Partner("Tomás", "Silva", "tomas.silva", "tomas", true),
          new Partner("Aino", "Virta", "aino.virta", "aino", true),
          new Partner("Noor", "Haddad", "noor.haddad", "noor", true),
          new Partner("Emeka", "Eze", "emeka.eze", "emeka", true),
          new Partner("Olu", "Ade", "olu.ade", "olu", true),
          new Partner("Ida", "Holm", "ida.holm", "ida", false),
          new Partner("Lia", "Moreau", "lia.moreau", "lia", true));

  /** The place of whoever has this address, in lower case. */
  static OptionalInt withAddress(String address) {
    return IntStream.range(0, ALL.size()).filter(it -> ALL.get(it).has(address)).findFirst();
  }

  private boolean has(String address) {
    return address.equals(mailbox + "@" + DOMAIN) || address.equals(alias + "@" + DOMAIN);
  }

  Person person(int index, String id) {
    return new Person(
        index,
        id,
        given + " " + family,
        given,
        family,
        mailbox + "@" + DOMAIN,
        "Partner",
        "Partner");
  }
}
