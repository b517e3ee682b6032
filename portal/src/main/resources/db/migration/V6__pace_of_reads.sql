-- What a bot has learned about the platform's limits on its questions, and until when it rests.
CREATE TABLE read_pace (
  app TEXT NOT NULL,
  resource TEXT NOT NULL,
  learned TEXT NOT NULL,
  PRIMARY KEY (app, resource)
);
