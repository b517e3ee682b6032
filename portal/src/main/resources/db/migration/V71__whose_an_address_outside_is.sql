-- people ---------------------------------------------------------------------------------------

-- Of an address outside the organization: when the platform last showed the person without it, and when messages to it and to another address of theirs reached them.
ALTER TABLE address ADD COLUMN lacked BIGINT;
ALTER TABLE address ADD COLUMN beside BIGINT;
