package belfry.simulator.directory;

import java.util.List;

/** The people at the first places of every directory, so that demos and tests know them by name. */
record Persona(String given, String family, String mailbox, String title, String department) {
  static final List<Persona> ALL =
      List.of(
          new Persona(
              "Ana", "Lopez", "ana.lopez", "Head of internal communications", "Communications"),
          new Persona("Maija", "Salo", "maija.salo", "IT operations lead", "IT"),
          new Persona("Kenji", "Tanaka", "kenji.tanaka", "HR business partner", "People"),
          new Persona("Priya", "Patel", "priya.patel", "Site reliability engineer", "IT"),
          new Persona("Lars", "Berg", "lars.berg", "Workplace manager", "Facilities"),
          new Persona("Zoë", "Müller", "zoe.muller", "Communications specialist", "Communications"),
          new Persona(
              "Łukasz", "Wiśniewski", "lukasz.wisniewski", "Warehouse supervisor", "Operations"),
          new Persona("Ελένη", "Παππά", "eleni.pappa", "Regional director", "Sales"),
          new Persona("Ngozi", "Okafor", "ngozi.okafor", "Safety officer", "Operations"),
          new Persona("Siobhán", "O’Brien", "siobhan.obrien", "Legal counsel", "Legal"),
          new Persona("Maria", "Garcia", "maria.garcia", "Account executive", "Sales"),
          new Persona("Maria", "Garcia", "maria.garcia.hr", "Recruiter", "People"));

  String display() {
    return given + " " + family;
  }
}
