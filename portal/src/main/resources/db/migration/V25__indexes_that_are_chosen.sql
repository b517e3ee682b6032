-- Asked once a second for each app. In the order that is asked for, or SQLite prefers another index and reads
-- all jobs and all runs there ever were.

-- jobs -----------------------------------------------------------------------------------------

DROP INDEX job_due;
CREATE INDEX job_due ON job (app, due, id) WHERE state = 'scheduled';

-- runs -----------------------------------------------------------------------------------------

DROP INDEX run_open;
CREATE INDEX run_open ON run (app, id) WHERE gate <> 'closed';
