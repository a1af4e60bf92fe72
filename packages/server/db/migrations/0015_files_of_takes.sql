-- The row of a take also describes its file: a timeline of 25,000 lines would otherwise look up every one of its
-- files. An asset never changes.
alter table renditions add column asset_sha256 text, add column asset_content_type text, add column asset_size_bytes bigint;
update renditions r set asset_sha256 = a.sha256, asset_content_type = a.content_type, asset_size_bytes = a.size_bytes
from media_assets a where a.id = r.asset_id;
alter table renditions alter column asset_sha256 set not null, alter column asset_content_type set not null,
  alter column asset_size_bytes set not null;
