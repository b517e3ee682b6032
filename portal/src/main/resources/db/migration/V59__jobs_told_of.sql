-- jobs -----------------------------------------------------------------------------------------

-- Of one that goes out in a moment: whether programs were told of it before that, so that they are told if it is taken back.
ALTER TABLE job ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
