-- answers --------------------------------------------------------------------------------------

-- What was replied to an answer: a run to that person alone.
CREATE TABLE reply (
  run BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  job BIGINT NOT NULL,
  -- The announcement's run.
  about BIGINT NOT NULL,
  answer BIGINT NOT NULL,
  person_key TEXT NOT NULL,
  automatic INTEGER NOT NULL,
  sent_by TEXT NOT NULL,
  sent_by_name TEXT NOT NULL,
  created BIGINT NOT NULL
);
CREATE INDEX reply_answer ON reply (answer);
CREATE INDEX reply_about ON reply (about);
CREATE INDEX reply_person ON reply (person_key);

-- At most one for each person and announcement.
CREATE UNIQUE INDEX reply_automatic ON reply (about, person_key) WHERE automatic = 1;

-- What is answered by itself; empty where nothing is.
CREATE TABLE automatic_reply (
  app TEXT PRIMARY KEY,
  revision BIGINT NOT NULL,
  markdown TEXT NOT NULL,
  person TEXT NOT NULL
);
