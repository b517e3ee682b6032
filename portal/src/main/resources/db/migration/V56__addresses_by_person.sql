-- people ---------------------------------------------------------------------------------------

-- Under which addresses somebody may be a recipient is looked up for each acknowledgement.
CREATE INDEX address_person ON address (person);
