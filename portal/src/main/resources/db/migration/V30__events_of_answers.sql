-- answers --------------------------------------------------------------------------------------

-- Since when an app's answers are read, and what its webhooks are signed with, sealed.
CREATE TABLE answer_watch (
  app TEXT PRIMARY KEY,
  since BIGINT NOT NULL,
  secret TEXT NOT NULL
);

-- What the platform told of, and what is still to be asked for. due is empty once it is settled as no answer;
-- outcome then says why. One that became an answer is deleted.
CREATE TABLE answer_event (
  app TEXT NOT NULL,
  kind TEXT NOT NULL,
  source_key TEXT NOT NULL,
  source TEXT NOT NULL,
  person TEXT NOT NULL,
  person_key TEXT NOT NULL,
  room TEXT NOT NULL,
  in_space INTEGER NOT NULL,
  created BIGINT NOT NULL,
  received BIGINT NOT NULL,
  due BIGINT,
  tries INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  PRIMARY KEY (app, kind, source_key)
);
CREATE INDEX answer_event_due ON answer_event (app, due) WHERE due IS NOT NULL;
CREATE INDEX answer_event_person ON answer_event (person_key);
CREATE INDEX answer_event_settled ON answer_event (received) WHERE due IS NULL;

-- Up to which activity each 1:1 conversation was read.
CREATE TABLE answer_room (
  app TEXT NOT NULL,
  room_key TEXT NOT NULL,
  seen BIGINT NOT NULL,
  PRIMARY KEY (app, room_key)
);
