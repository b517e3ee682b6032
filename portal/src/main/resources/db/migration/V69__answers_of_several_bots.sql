-- answers --------------------------------------------------------------------------------------

-- To which of its app's bots it was said: the bot's number.
ALTER TABLE answer_event ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;

-- When the webhooks of an app's further bots last told of something; of its first, answer_watch says it.
CREATE TABLE answer_told (
  app TEXT NOT NULL,
  bot INTEGER NOT NULL,
  told BIGINT NOT NULL,
  PRIMARY KEY (app, bot)
);
