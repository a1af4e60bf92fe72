-- language-model: what was asked in a calendar month ("2026-11", UTC), and the last answer and fault. A fault is a sentence
-- without a key and without a text.
create table language_model_use (
  month text primary key,
  requests bigint not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  last_answer_at timestamptz,
  last_fault text,
  last_fault_at timestamptz
);

-- language-model: answers by what was asked (SHA-256 of address, model, words and schema). They hold numbers and names, never
-- the text of a story.
create table language_model_answers (
  account_id uuid not null references accounts (id) on delete cascade,
  key text not null,
  reply jsonb not null,
  used_at timestamptz not null,
  primary key (account_id, key)
);
create index language_model_answers_old on language_model_answers (used_at);
