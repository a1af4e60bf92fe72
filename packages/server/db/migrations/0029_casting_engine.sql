-- projects: the engine whose voices automatic casting takes first; null: the order of the installation
alter table projects add column casting_provider text;
