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

-- In pieces, so that nobody holds a whole one in memory. SQLite keeps bytes as bytes whatever the
-- column is called.
CREATE TABLE attachment_piece (
  attachment BIGINT NOT NULL,
  number INTEGER NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (attachment, number)
);

ALTER TABLE job ADD COLUMN attachment BIGINT;
CREATE INDEX job_attachment ON job (attachment) WHERE attachment IS NOT NULL;

ALTER TABLE run ADD COLUMN attachment BIGINT;
CREATE INDEX run_attachment ON run (attachment) WHERE attachment IS NOT NULL;
