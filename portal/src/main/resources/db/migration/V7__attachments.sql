-- Files that go with messages. One is forgotten a while after nothing refers to it any more.
CREATE TABLE attachment (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  size BIGINT NOT NULL,
  used BIGINT NOT NULL
);

-- Apart, so that a change of its row does not write the whole file again. SQLite keeps bytes as
-- bytes whatever the column is called.
CREATE TABLE attachment_bytes (
  id BIGINT PRIMARY KEY,
  bytes BYTEA NOT NULL
);

ALTER TABLE job ADD COLUMN attachment BIGINT;
CREATE INDEX job_attachment ON job (attachment) WHERE attachment IS NOT NULL;

ALTER TABLE run ADD COLUMN attachment BIGINT;
CREATE INDEX run_attachment ON run (attachment) WHERE attachment IS NOT NULL;
