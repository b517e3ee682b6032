-- The node that asks the lane's owner for it; empty when nobody does.
ALTER TABLE lane ADD COLUMN wanted_by TEXT NOT NULL DEFAULT '';
