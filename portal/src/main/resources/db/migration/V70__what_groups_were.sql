-- people ---------------------------------------------------------------------------------------

-- What the directory said of a group, and of those within it, when it was copied: whoever moves between two groups while both are read is in neither copy.
ALTER TABLE people_group ADD COLUMN parts TEXT;
