-- Since when a name and an address may be others than Webex has them.

-- people ---------------------------------------------------------------------------------------

-- When the platform was last asked for somebody's names and address; NULL if that is not known.
ALTER TABLE person ADD COLUMN asked BIGINT;
