package belfry.web.frame;

import belfry.access.ActingPerson;
import belfry.access.ApiToken;
import belfry.access.Scope;
import belfry.platform.ids.PersonId;
import belfry.signin.Session;

/** What a request proves its person with. */
sealed interface Credential {
  PersonId personId();

  String displayName();

  ActingPerson acting();

  /** Whether it may read what its person may. */
  boolean reads();

  /** A person on the page. */
  record OfSession(Session session) implements Credential {
    @Override
    public PersonId personId() {
      return session.personId();
    }

    @Override
    public String displayName() {
      return session.displayName();
    }

    @Override
    public ActingPerson acting() {
      return new ActingPerson(session.personId());
    }

    @Override
    public boolean reads() {
      return true;
    }
  }

  /** A program in a person's name. */
  record OfToken(ApiToken token) implements Credential {
    @Override
    public PersonId personId() {
      return token.personId();
    }

    @Override
    public String displayName() {
      return token.personName();
    }

    @Override
    public ActingPerson acting() {
      return new ActingPerson(token.personId(), token.name());
    }

    @Override
    public boolean reads() {
      return token.scopes().contains(Scope.READ);
    }
  }
}
