-- Lines of a file that could not be used, which are listed when the file is long gone. How many there were is not
-- known of lists from earlier versions.
ALTER TABLE list ADD COLUMN bad INTEGER;
ALTER TABLE list ADD COLUMN repeated INTEGER;

CREATE TABLE list_skipped (
  list BIGINT NOT NULL,
  line INTEGER NOT NULL,
  said TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY (list, line)
);
