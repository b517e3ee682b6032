-- What is kept so that an answer that is not understood never counts as "none".

-- delivery -------------------------------------------------------------------------------------

-- The bot whose token its owner last used, how late its messages were ever found in a listing,
-- between what the platform's clock was ahead of ours while something was in doubt (all in
-- milliseconds), and when a message of the bot was last seen that nobody here has sent.
ALTER TABLE lane ADD COLUMN bot TEXT NOT NULL DEFAULT '';
ALTER TABLE lane ADD COLUMN lag BIGINT NOT NULL DEFAULT 0;
ALTER TABLE lane ADD COLUMN clock_least BIGINT;
ALTER TABLE lane ADD COLUMN clock_most BIGINT;
ALTER TABLE lane ADD COLUMN stranger BIGINT;
UPDATE lane SET bot = COALESCE((SELECT person FROM bot WHERE bot.app = lane.app), '');

-- Of whoever was ever in doubt: the bot that sent it, for only its conversations can tell.
ALTER TABLE recipient ADD COLUMN bot TEXT NOT NULL DEFAULT '';

-- How the platform showed this content when it first accepted it; empty before.
ALTER TABLE run ADD COLUMN echo TEXT NOT NULL DEFAULT '';

-- All runs of an app, without reading what they say.
CREATE INDEX run_app ON run (app, id);

-- Whether the addresses of its people were asked for where nobody had told them.
ALTER TABLE run ADD COLUMN addressed INTEGER NOT NULL DEFAULT 0;
UPDATE run SET addressed = 1;
CREATE INDEX run_unaddressed ON run (app, id) WHERE addressed = 0 AND gate = 'closed';

-- From now on an intent says from when on its message is certainly dated, and how much earlier it
-- may be; until now it said when it was, and two minutes were allowed.
ALTER TABLE recipient ADD COLUMN intent_leeway BIGINT NOT NULL DEFAULT 0;
UPDATE recipient SET intent_at = intent_at - 120000 WHERE state = 'sending' OR state = 'unknown';

-- jobs -----------------------------------------------------------------------------------------

-- Why it waits for a person to let it go on; empty where it does not.
ALTER TABLE run ADD COLUMN question TEXT NOT NULL DEFAULT '';

-- people ---------------------------------------------------------------------------------------

-- How many more members the directory told of than it listed.
ALTER TABLE people_group ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
