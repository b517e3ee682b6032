package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Principal;
import belfry.simulator.wire.Call;
import belfry.simulator.wire.Problem;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whom a call is about, by every name a script of faults may use. */
final class Recipients {
  private static final Set<String> FIELDS =
      Set.of("roomId", "toPersonId", "toPersonEmail", "personId", "personEmail", "email");

  private final Directory directory;

  Recipients(Directory directory) {
    this.directory = directory;
  }

  Set<String> of(Operation operation, Call call, Principal caller) {
    var fields = fields(call);
    var names = new HashSet<String>();
    if (operation == Operation.PEOPLE_ME) {
      add(names, caller);
    }
    if (operation == Operation.GROUPS_MEMBERS) {
      names.add(call.part("id"));
    }
    if (operation == Operation.PEOPLE_LIST) {
      names.addAll(List.of(fields.getOrDefault("id", "").split(",")));
    }
    for (var field : FIELDS) {
      var name = fields.get(field);
      if (name != null) {
        names.add(name);
        principal(field, name).ifPresent(it -> add(names, it));
      }
    }
    return names;
  }

  private void add(Set<String> names, Principal principal) {
    names.add(directory.id(principal));
    names.add(directory.email(principal));
  }

  private Optional<Principal> principal(String field, String name) {
    return field.toLowerCase(Locale.ROOT).endsWith("email")
        ? directory.principalByEmail(name)
        : directory.principal(name);
  }

  private static Map<String, String> fields(Call call) {
    var fields = new HashMap<>(call.query());
    if (call.isMultipart()) {
      call.parts().forEach(it -> fields.put(it.name(), it.value()));
      return fields;
    }
    try {
      fields.putAll(call.fields());
    } catch (Problem e) {
      // A body that cannot be read names nobody; the call itself will say what is wrong with it.
    }
    return fields;
  }
}
