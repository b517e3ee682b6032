-- answers --------------------------------------------------------------------------------------

-- When an app's webhooks last told a node of something, to within seconds; null if they never have.
ALTER TABLE answer_watch ADD COLUMN told BIGINT;
