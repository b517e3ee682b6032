CREATE TABLE session (token_hash TEXT PRIMARY KEY);
