-- jobs -----------------------------------------------------------------------------------------

-- Whether somebody has tried a text is asked each time one is kept.
CREATE INDEX run_test ON run (app, started_by) WHERE kind = 'test';
