-- Messages to begin others with.
CREATE TABLE template (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  name_key TEXT NOT NULL,
  version INTEGER NOT NULL,
  UNIQUE (app, name_key)
);

-- Each as it was saved; the newest is the template's own.
CREATE TABLE template_version (
  template BIGINT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  markdown TEXT NOT NULL,
  card TEXT NOT NULL,
  person TEXT NOT NULL,
  person_name TEXT NOT NULL,
  written BIGINT NOT NULL,
  PRIMARY KEY (template, version)
);
