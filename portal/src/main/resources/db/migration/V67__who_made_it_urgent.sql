-- jobs -----------------------------------------------------------------------------------------

-- Who made it urgent, where that is not its sender: the sender's words still go out when somebody leaves who only made them urgent.
ALTER TABLE job ADD COLUMN hurried_by TEXT NOT NULL DEFAULT '';
