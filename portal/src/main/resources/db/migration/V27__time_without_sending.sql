-- How long a run that had begun was paused, or waited for somebody's decision: that is no sending time.

ALTER TABLE run ADD COLUMN waited BIGINT NOT NULL DEFAULT 0;
ALTER TABLE run ADD COLUMN waits_since BIGINT;
