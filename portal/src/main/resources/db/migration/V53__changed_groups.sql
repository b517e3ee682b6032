-- groups ---------------------------------------------------------------------------------------

-- How often members were put in or taken out one by one: whoever has read a group's members reads them again after that.
ALTER TABLE people_group ADD COLUMN changes BIGINT NOT NULL DEFAULT 0;
