-- access ---------------------------------------------------------------------------------------

-- Whether somebody who is no administrator may make messages urgent. Whoever could send before this was asked goes on as they were.
ALTER TABLE staff ADD COLUMN urgent INTEGER NOT NULL DEFAULT 1;
