-- books: covers that Fullcast draws from title and author; null for covers that were given
alter table book_covers add column drawn_key text;
create unique index book_covers_drawn on book_covers (project_id, drawn_key) where drawn_key is not null;
