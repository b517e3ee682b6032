package belfry.simulator.directory;

import java.util.List;

/**
 * How the company is divided: departments by weight, offices evenly, both computed from the place.
 */
final class Departments {
  /** A department: its share of the people, and what they are called. */
  record Department(String name, int weight, List<String> titles) {}

  static final List<Department> DEPARTMENTS =
      List.of(
          new Department(
              "Engineering",
              20,
              List.of(
                  "Software engineer", "Test engineer", "Staff engineer", "Engineering manager")),
          new Department(
              "Sales",
              18,
              List.of(
                  "Account executive",
                  "Sales engineer",
                  "Inside sales representative",
                  "Sales manager")),
          new Department(
              "Operations",
              16,
              List.of("Warehouse associate", "Shift lead", "Planner", "Quality inspector")),
          new Department(
              "Customer support", 12, List.of("Support agent", "Support engineer", "Team lead")),
          new Department(
              "IT",
              7,
              List.of("Systems administrator", "Network engineer", "Service desk analyst")),
          new Department("Finance", 6, List.of("Accountant", "Controller", "Payroll specialist")),
          new Department(
              "People", 5, List.of("Recruiter", "HR business partner", "Learning specialist")),
          new Department(
              "Marketing", 5, List.of("Content designer", "Campaign manager", "Product marketer")),
          new Department("Legal", 3, List.of("Legal counsel", "Contracts manager")),
          new Department("Procurement", 3, List.of("Buyer", "Category manager")),
          new Department("Facilities", 3, List.of("Building technician", "Receptionist")),
          new Department("Communications", 2, List.of("Editor", "Communications specialist")));

  static final List<String> OFFICES =
      List.of("Lisbon", "Helsinki", "Rotterdam", "Kraków", "Austin", "Osaka", "Nairobi", "Pune");

  private static final int ALL_WEIGHTS = DEPARTMENTS.stream().mapToInt(Department::weight).sum();

  private final Progression byDepartment;
  private final Progression byOffice;

  Departments(int first, int people, long seed) {
    byDepartment = Progression.scattered(first, people, seed + 1);
    byOffice = Progression.scattered(first, people, seed + 2);
  }

  Department of(int person) {
    var place = byDepartment.placeOf(person);
    var number = 0;
    while (place >= begin(number + 1)) {
      number++;
    }
    return DEPARTMENTS.get(number);
  }

  Progression members(int department) {
    var begin = begin(department);
    return byDepartment.slice(begin, begin(department + 1) - begin);
  }

  Progression staff(int office) {
    var begin = (long) byOffice.size() * office / OFFICES.size();
    var end = (long) byOffice.size() * (office + 1) / OFFICES.size();
    return byOffice.slice((int) begin, (int) (end - begin));
  }

  private int begin(int department) {
    var weights = DEPARTMENTS.stream().limit(department).mapToInt(Department::weight).sum();
    return (int) ((long) byDepartment.size() * weights / ALL_WEIGHTS);
  }
}
