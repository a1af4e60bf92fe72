-- Failed runs and uploads for administrators: the newest ones, without a look at all runs and uploads.
create index workflow_runs_failed on workflow_runs (completed_at desc, id)
  where status in ('failed', 'partially_completed');
create index sound_uploads_failed on sound_uploads (updated_at desc, id)
  where status = 'failed' and received_file is not null;
