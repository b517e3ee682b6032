-- The node that asks for the lane; empty when nobody does.
ALTER TABLE lane ADD COLUMN wanted_by TEXT NOT NULL DEFAULT '';

-- Whether the platform does not answer its owner, so that any node that it answers may ask for it.
ALTER TABLE lane ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
