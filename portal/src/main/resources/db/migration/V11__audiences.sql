-- Who is left out, lists out of files, and mixes of people under a name.

-- people ---------------------------------------------------------------------------------------

-- Who is left out by an address is left out under each id that has it.
CREATE INDEX person_email ON person (email) WHERE email <> '';

-- A list never changes once it is whole. One is forgotten a while after nothing refers to it.
CREATE TABLE list (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  columns TEXT NOT NULL,
  people INTEGER NOT NULL,
  size BIGINT NOT NULL,
  whole INTEGER NOT NULL,
  used BIGINT NOT NULL
);

-- Under the line of the file: of the same address the first line counts.
CREATE TABLE list_row (
  list BIGINT NOT NULL,
  line INTEGER NOT NULL,
  email TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (list, line),
  UNIQUE (list, email)
);

CREATE TABLE audience (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  choices TEXT NOT NULL,
  changed_by TEXT NOT NULL,
  changed BIGINT NOT NULL,
  UNIQUE (app, name_key)
);
