-- The list says how many jobs are in each state. With the state in the index they are counted there; in the table every
-- text that was ever written was read for that.

-- jobs -----------------------------------------------------------------------------------------

DROP INDEX job_list;
CREATE INDEX job_list ON job (app, list_rank, list_at, id, state);
