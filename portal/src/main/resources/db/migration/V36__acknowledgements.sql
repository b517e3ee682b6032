-- jobs -----------------------------------------------------------------------------------------

-- How readers are asked to acknowledge it, as JSON; empty if they are not.
ALTER TABLE job ADD COLUMN acknowledge TEXT NOT NULL DEFAULT '';

-- runs -----------------------------------------------------------------------------------------

-- When somebody first acknowledged the message, by the platform's clock.
ALTER TABLE recipient ADD COLUMN acknowledged BIGINT;

-- How many have, changed with the rows that it counts.
ALTER TABLE run ADD COLUMN acknowledged BIGINT NOT NULL DEFAULT 0;
