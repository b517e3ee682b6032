-- delivery -------------------------------------------------------------------------------------

-- When a run that was paused, or rested in quiet hours, went on last: its speed is that since then.
ALTER TABLE run ADD COLUMN went_on BIGINT;
