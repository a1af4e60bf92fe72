-- No plan asks what is in these columns, and looking at them is three quarters of what `analyze` takes: to find the common
-- values it sorts thousands of documents. The embedded database is blocked meanwhile.

alter table blocks
  alter column content set statistics 0,
  alter column placement set statistics 0,
  alter column generation_profile_override set statistics 0,
  alter column intent_parts set statistics 0;

alter table past_blocks
  alter column content set statistics 0,
  alter column placement set statistics 0,
  alter column generation_profile_override set statistics 0;

alter table renditions
  alter column intent_parts set statistics 0,
  alter column words set statistics 0;

alter table project_events
  alter column data set statistics 0;
