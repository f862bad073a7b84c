-- A shop that was restored from a backup tells nobody anything before its operator says that it takes the other one's place:
-- opened beside that one, it would announce to the same people what it alone decides.
alter table private.shop add column silent_since timestamptz;
comment on column private.shop.silent_since is 'Restored then from a backup: no notifications are sent, no orders lapse. Empty: they do.';
