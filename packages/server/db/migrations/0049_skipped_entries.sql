-- documents: an entry of the history that undo and redo pass over, because a later change stands in its way.
alter table edit_entries add column skipped_at timestamptz;
