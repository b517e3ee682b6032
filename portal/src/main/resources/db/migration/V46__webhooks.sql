-- jobs -----------------------------------------------------------------------------------------

-- What became of jobs: written with the change itself, and deleted with what is written because of it.
CREATE TABLE job_news (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  job BIGINT NOT NULL,
  run BIGINT,
  revision BIGINT NOT NULL,
  what TEXT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX job_news_app ON job_news (app, id);

-- hooks ----------------------------------------------------------------------------------------

-- Addresses of other programs that are told what happens in an app.
CREATE TABLE hook (
  id BIGINT PRIMARY KEY,
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  -- 'enabled', or else why it is not.
  state TEXT NOT NULL,
  secret TEXT NOT NULL,
  -- The secret before it was rotated: until then, both sign.
  old_secret TEXT NOT NULL DEFAULT '',
  old_until BIGINT,
  created BIGINT NOT NULL,
  -- Since when nothing was taken, and what came of the last try.
  failing_since BIGINT,
  failure TEXT NOT NULL DEFAULT '',
  last_taken BIGINT
);
CREATE INDEX hook_app ON hook (app, id);

-- What they are told, each with the same body and id however often it is sent.
CREATE TABLE hook_message (
  id BIGINT PRIMARY KEY,
  hook BIGINT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  created BIGINT NOT NULL,
  -- When it is tried next; absent once it was taken or given up.
  due BIGINT,
  tries INTEGER NOT NULL DEFAULT 0,
  taken INTEGER NOT NULL DEFAULT 0,
  settled BIGINT,
  answer TEXT NOT NULL DEFAULT ''
);
CREATE INDEX hook_message_hook ON hook_message (hook, id);
CREATE INDEX hook_message_due ON hook_message (hook, due) WHERE due IS NOT NULL;
CREATE INDEX hook_message_settled ON hook_message (settled) WHERE settled IS NOT NULL;

-- How many failed and held recipients of a run were told of.
CREATE TABLE hook_told (
  run BIGINT PRIMARY KEY,
  failed BIGINT NOT NULL,
  held BIGINT NOT NULL,
  at BIGINT NOT NULL
);
CREATE INDEX hook_told_at ON hook_told (at);
