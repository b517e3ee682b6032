-- What a deleted job leaves behind is deleted as well, a little at a time, some time later.

-- jobs -----------------------------------------------------------------------------------------

CREATE TABLE deleted_run (
  run BIGINT PRIMARY KEY,
  deleted BIGINT NOT NULL
);

-- Until now only the job's row was deleted.
INSERT INTO deleted_run (run, deleted)
SELECT id, COALESCE(finished, created) FROM run WHERE NOT EXISTS (SELECT 1 FROM job WHERE job.id = run.job);
