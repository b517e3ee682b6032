-- What an author puts beneath a text, as it was written; empty where there is nothing.
ALTER TABLE job ADD COLUMN card TEXT NOT NULL DEFAULT '';

-- The card that was made of it, with its placeholders: what is sent, and looked for.
ALTER TABLE run ADD COLUMN card TEXT NOT NULL DEFAULT '';
