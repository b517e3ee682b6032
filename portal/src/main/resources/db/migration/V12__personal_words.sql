-- What a message says to each person alone.

-- runs -----------------------------------------------------------------------------------------

-- The values of the placeholders, by name; NULL where a run says the same to all.
ALTER TABLE recipient ADD COLUMN personal TEXT;

-- people ---------------------------------------------------------------------------------------

-- The parts of a name, as the platform tells them; NULL while it was not asked.
ALTER TABLE person ADD COLUMN first_name TEXT;
ALTER TABLE person ADD COLUMN last_name TEXT;
