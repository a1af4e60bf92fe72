-- books: series, description, publisher, date, ISBN and contributors of a book; null in rows of earlier versions
alter table project_books add column details jsonb;
