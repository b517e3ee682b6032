-- runs -----------------------------------------------------------------------------------------

-- When the platform dated the message, if it said so: what is older is no answer to it.
ALTER TABLE recipient ADD COLUMN dated BIGINT;

-- answers --------------------------------------------------------------------------------------

-- What people answered to announcements. Everything of a person is found by person_key, whatever form of their id
-- the platform used.
CREATE TABLE answer (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The message or the press on the platform, which counts once.
  source TEXT NOT NULL,
  job BIGINT NOT NULL,
  run BIGINT NOT NULL,
  recipient BIGINT NOT NULL,
  person TEXT NOT NULL,
  person_key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  email TEXT NOT NULL,
  text TEXT NOT NULL,
  inputs TEXT NOT NULL,
  files INTEGER NOT NULL,
  readable INTEGER NOT NULL,
  written BIGINT NOT NULL,
  received BIGINT NOT NULL,
  done_at BIGINT,
  done_by TEXT,
  done_by_name TEXT,
  UNIQUE (app, kind, source)
);
CREATE INDEX answer_app ON answer (app, id);
CREATE INDEX answer_unread ON answer (app, id) WHERE done_at IS NULL;
CREATE INDEX answer_job ON answer (job, id);
CREATE INDEX answer_person ON answer (person_key, app, id);

-- How many there are of each run, changed with the rows that they count.
CREATE TABLE answer_count (
  run BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  job BIGINT NOT NULL,
  written BIGINT NOT NULL,
  pressed BIGINT NOT NULL,
  unread BIGINT NOT NULL,
  latest BIGINT NOT NULL
);
CREATE INDEX answer_count_app ON answer_count (app, latest);
CREATE INDEX answer_count_unread ON answer_count (app, latest) WHERE unread > 0;
