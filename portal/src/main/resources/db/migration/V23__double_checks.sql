-- The double check of a run was called an audit, as the trail is. A lane's trouble_since was never read.
ALTER TABLE run RENAME COLUMN audited TO double_checked;
ALTER TABLE run RENAME COLUMN audit_looked TO checked_looked;
ALTER TABLE run RENAME COLUMN audit_left TO checked_left;
ALTER TABLE run RENAME COLUMN audit_doubled TO checked_doubled;
ALTER TABLE lane DROP COLUMN trouble_since;
