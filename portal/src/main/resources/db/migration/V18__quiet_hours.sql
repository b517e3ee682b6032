-- When an app's messages wait, and above which size their authors type the number.

-- jobs -----------------------------------------------------------------------------------------

CREATE TABLE sending_rules (
  app TEXT PRIMARY KEY,
  revision BIGINT NOT NULL,
  rules TEXT NOT NULL
);

-- Why it is also sent during quiet hours; empty if it waits until they are over.
ALTER TABLE job ADD COLUMN urgent TEXT NOT NULL DEFAULT '';

-- runs -----------------------------------------------------------------------------------------

ALTER TABLE run ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
