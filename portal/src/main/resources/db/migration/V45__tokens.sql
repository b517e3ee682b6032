-- access ---------------------------------------------------------------------------------------

-- What a program sends in place of a session. Of the secret only its hash is stored.
CREATE TABLE api_token (
  id BIGINT PRIMARY KEY,
  person TEXT NOT NULL,
  person_name TEXT NOT NULL,
  organisation TEXT NOT NULL,
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created BIGINT NOT NULL,
  expires BIGINT NOT NULL,
  last_used BIGINT,
  last_address TEXT NOT NULL DEFAULT ''
);
CREATE INDEX api_token_person ON api_token (person);

-- Where it may be used. Whoever is removed from an app loses these rows; a token without any is deleted.
CREATE TABLE api_token_app (
  token BIGINT NOT NULL,
  app TEXT NOT NULL,
  PRIMARY KEY (token, app)
);
CREATE INDEX api_token_app_app ON api_token_app (app);

-- The token through which somebody acted, by its name; part of the signature where there is one.
ALTER TABLE audit ADD COLUMN through TEXT NOT NULL DEFAULT '';
