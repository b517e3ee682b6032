-- One text for SQLite and PostgreSQL. Instants are milliseconds since the epoch, JSON is TEXT,
-- ids are time-sorted 63-bit numbers, person and room ids are the platform's.

-- apps -----------------------------------------------------------------------------------------

CREATE TABLE bot (
  app TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  avatar TEXT NOT NULL
);

-- signin ---------------------------------------------------------------------------------------

CREATE TABLE session (
  token_hash TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  display_name TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  confirmed BIGINT,
  last_seen BIGINT NOT NULL
);
CREATE INDEX session_expires ON session (expires);

-- A state is used once; the row outlives the state itself.
CREATE TABLE used_state (
  id TEXT PRIMARY KEY,
  expires BIGINT NOT NULL
);
CREATE INDEX used_state_expires ON used_state (expires);

-- One pair per person, sealed.
CREATE TABLE person_token (
  person TEXT PRIMARY KEY,
  access TEXT NOT NULL,
  access_expires BIGINT NOT NULL,
  refresh TEXT NOT NULL,
  refresh_expires BIGINT NOT NULL
);

-- access ---------------------------------------------------------------------------------------

CREATE TABLE staff (
  app TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  added BIGINT NOT NULL,
  added_by TEXT NOT NULL,
  last_seen BIGINT,
  PRIMARY KEY (app, person)
);

-- An administrator's e-mail in the configuration belongs to the person who first signed in with it.
CREATE TABLE pinned_admin (
  app TEXT NOT NULL,
  email TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  pinned BIGINT NOT NULL,
  PRIMARY KEY (app, email)
);

CREATE TABLE claim_code (
  app TEXT PRIMARY KEY,
  code_hash TEXT NOT NULL,
  expires BIGINT NOT NULL
);

-- Append only; each row's signature covers the one before it.
CREATE TABLE audit (
  seq BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  app TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  object TEXT NOT NULL,
  detail TEXT NOT NULL,
  signature TEXT NOT NULL
);

-- The last row's number and signature: updating it first puts writers in a line.
CREATE TABLE audit_head (
  one INTEGER PRIMARY KEY,
  seq BIGINT NOT NULL,
  signature TEXT NOT NULL
);
INSERT INTO audit_head (one, seq, signature) VALUES (1, 0, '');

-- people ---------------------------------------------------------------------------------------

-- What is known of people: for names in lists and for addresses already looked up.
CREATE TABLE person (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  email TEXT NOT NULL
);

-- What the platform answered for an address; an empty person is "nobody".
CREATE TABLE address (
  email TEXT PRIMARY KEY,
  person TEXT NOT NULL,
  asked BIGINT NOT NULL
);

-- Portal-kept groups (of one app) and copies of the directory's groups (app is empty).
CREATE TABLE people_group (
  number BIGINT PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  size INTEGER NOT NULL,
  generation BIGINT NOT NULL,
  fetched BIGINT
);

-- A copy is made under a new generation and becomes valid when the group's row names it.
CREATE TABLE group_member (
  group_number BIGINT NOT NULL,
  generation BIGINT NOT NULL,
  person TEXT NOT NULL,
  PRIMARY KEY (group_number, generation, person)
);

-- The directory's tokens, sealed.
CREATE TABLE directory_token (
  one INTEGER PRIMARY KEY,
  configured_hash TEXT NOT NULL,
  refresh TEXT NOT NULL,
  access TEXT NOT NULL,
  access_expires BIGINT NOT NULL
);

-- storage --------------------------------------------------------------------------------------

CREATE TABLE done_request (
  app TEXT NOT NULL,
  person TEXT NOT NULL,
  id TEXT NOT NULL,
  action TEXT NOT NULL,
  object TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (app, person, id)
);
CREATE INDEX done_request_at ON done_request (at);

-- jobs -----------------------------------------------------------------------------------------

-- list_rank and list_at give the order of lists: what runs, what is to come, what is over.
CREATE TABLE job (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  revision BIGINT NOT NULL,
  state TEXT NOT NULL,
  due BIGINT,
  run BIGINT,
  author TEXT NOT NULL,
  author_name TEXT NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  markdown TEXT NOT NULL,
  audience TEXT NOT NULL,
  people BIGINT NOT NULL,
  spaces BIGINT NOT NULL,
  local_time TEXT NOT NULL,
  zone TEXT NOT NULL,
  on_unknown TEXT NOT NULL,
  tested TEXT NOT NULL,
  created BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  list_rank INTEGER NOT NULL,
  list_at BIGINT NOT NULL
);
CREATE INDEX job_list ON job (app, list_rank, list_at, id);
CREATE INDEX job_due ON job (due) WHERE state = 'scheduled';

-- One sending of one content. The counts are changed with the rows they count, in one transaction.
CREATE TABLE run (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  job BIGINT NOT NULL,
  kind TEXT NOT NULL,
  planned_at BIGINT NOT NULL,
  gate TEXT NOT NULL,
  expanded INTEGER NOT NULL,
  markdown TEXT NOT NULL,
  audience TEXT NOT NULL,
  on_unknown TEXT NOT NULL,
  started_by TEXT NOT NULL,
  late INTEGER NOT NULL,
  notes TEXT NOT NULL,
  created BIGINT NOT NULL,
  started BIGINT,
  finished BIGINT,
  next_seq BIGINT NOT NULL,
  total BIGINT NOT NULL,
  pending BIGINT NOT NULL,
  retry BIGINT NOT NULL,
  sending BIGINT NOT NULL,
  unknown BIGINT NOT NULL,
  held BIGINT NOT NULL,
  sent BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  skipped BIGINT NOT NULL,
  UNIQUE (job, kind, planned_at)
);
CREATE INDEX run_open ON run (app) WHERE gate <> 'closed';

-- delivery -------------------------------------------------------------------------------------

-- One row per person or space and run: however many groups contain somebody, one message.
CREATE TABLE recipient (
  run BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  email TEXT NOT NULL,
  state TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  attempt_id BIGINT,
  intent_at BIGINT,
  epoch BIGINT,
  message_id TEXT,
  room_id TEXT,
  reason TEXT,
  settled_at BIGINT,
  PRIMARY KEY (run, seq),
  UNIQUE (run, target)
);

-- The few that are neither waiting for their first turn nor delivered. Written with OR, because
-- SQLite then sees that "state = 'retry'" implies it.
CREATE INDEX recipient_special ON recipient (run, state, seq)
  WHERE state = 'retry' OR state = 'sending' OR state = 'unknown' OR state = 'held'
    OR state = 'failed' OR state = 'skipped';

-- One bot, one lane, one owner. The epoch fences off an owner that lost it.
CREATE TABLE lane (
  app TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  pace TEXT NOT NULL,
  trouble TEXT NOT NULL,
  trouble_since BIGINT
);

-- Deliveries over time, in steps of five seconds from the run's start.
CREATE TABLE timeline (
  run BIGINT NOT NULL,
  step INTEGER NOT NULL,
  sent BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  PRIMARY KEY (run, step)
);

-- When the platform made a bot wait.
CREATE TABLE rest (
  app TEXT NOT NULL,
  began BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  PRIMARY KEY (app, began)
);
