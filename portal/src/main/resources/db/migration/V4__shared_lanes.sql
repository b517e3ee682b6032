-- The node that asks for the lane; empty when nobody does.
ALTER TABLE lane ADD COLUMN wanted_by TEXT NOT NULL DEFAULT '';

-- Whether its owner has had no answer from the platform for long, so that any node that has may ask for it.
ALTER TABLE lane ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;
