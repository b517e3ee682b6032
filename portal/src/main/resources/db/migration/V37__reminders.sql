-- runs -----------------------------------------------------------------------------------------

-- The run whose recipients it reminds, if it goes to those who have not acknowledged that one.
ALTER TABLE run ADD COLUMN reminds BIGINT;
