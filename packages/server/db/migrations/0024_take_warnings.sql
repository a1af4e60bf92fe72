-- What the engine could not follow when it spoke a take, as sentences for the line; null when there is nothing to say.
-- Owner: media.
alter table renditions add column warnings jsonb;
