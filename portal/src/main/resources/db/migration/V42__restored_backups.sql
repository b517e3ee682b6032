-- runs -----------------------------------------------------------------------------------------

-- Times of which nothing is known, because a backup was restored: messages may have been sent then.
CREATE TABLE lost_time (
  began BIGINT NOT NULL,
  ended BIGINT NOT NULL,
  PRIMARY KEY (began, ended)
);

-- The last epoch of its recipients when a backup was restored: whoever was not claimed since may have been sent
-- to in a lost time. -1 where nothing is lost.
ALTER TABLE run ADD COLUMN restored BIGINT NOT NULL DEFAULT -1;
