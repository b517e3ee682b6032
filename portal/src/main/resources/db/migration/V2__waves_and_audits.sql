-- What may follow a run's end: another wave for those a person chose, and a second look.

-- delivery -------------------------------------------------------------------------------------

-- The first wave goes to everybody, each later one to failed recipients a person chose.
ALTER TABLE run ADD COLUMN wave INTEGER NOT NULL DEFAULT 1;

-- What was found when the platform's record was looked into some time after the end; audited is
-- empty until then, and again when the run is opened again.
ALTER TABLE run ADD COLUMN audited BIGINT;
ALTER TABLE run ADD COLUMN audit_looked BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN audit_left BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN audit_doubled BIGINT NOT NULL DEFAULT 0;
CREATE INDEX run_unaudited ON run (app, finished)
  WHERE kind = 'job' AND gate = 'closed' AND audited IS NULL;

-- Whether it was ever unknown if the message arrived: where a double would be.
ALTER TABLE recipient ADD COLUMN doubted INTEGER NOT NULL DEFAULT 0;
CREATE INDEX recipient_doubted ON recipient (run, seq) WHERE doubted = 1;
