-- A long SMS of a patient comes from an SMPP centre in parts, each by itself. They wait here for each other, and are kept for some
-- minutes more, so that a part which the centre repeats is recognised.
create table text_parts (
  id bigint generated always as identity primary key,
  from_address text not null,
  to_address text not null,
  -- which text it is a part of: a small number that the sender's phone chose
  reference integer not null,
  total smallint not null check (total between 2 and 255),
  number smallint not null check (number between 1 and total),
  -- a JSON string, because a part may end with one half of a character
  text text not null check (length(text) <= 30000),
  received_at timestamptz not null,
  -- when the text was stored; null: the part waits for the others
  joined_at timestamptz,
  unique (from_address, to_address, reference, total, number)
);

-- Whose a text is, is known when it is whole.
alter table text_parts enable row level security;
alter table text_parts force row level security;
create policy system_only on text_parts using ((select sees_all_applications()));
