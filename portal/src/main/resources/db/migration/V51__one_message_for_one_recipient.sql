-- recipients -----------------------------------------------------------------------------------

-- A success is believed only if its message is not on record already.
CREATE INDEX recipient_message ON recipient (message_id) WHERE message_id IS NOT NULL;
