-- The words of what patients wrote, so that comments are found by their words (docs/decisions/0089). Under row-level security
-- PostgreSQL's index for full texts cannot be used, because its operators are not leakproof; comparing texts is.
select set_config('wardvoice.all_applications', 'on', true);

create function comment_dictionary(language text) returns regdictionary
  language sql immutable parallel safe
  as $$
    select case split_part(lower(language), '-', 1)
      when 'en' then 'pg_catalog.english_stem'
      when 'fr' then 'pg_catalog.french_stem'
      when 'es' then 'pg_catalog.spanish_stem'
      when 'ar' then 'pg_catalog.arabic_stem'
      else 'pg_catalog.simple' end::regdictionary $$;

create function is_ascii(word text) returns boolean
  language sql immutable parallel safe
  as $$ select octet_length(word) = length(word) $$;

-- The characters are listed, here and below, and no regular expression is used: what PostgreSQL takes for a letter depends on the
-- locale of the database, and each connection would take 40 ms for its first expression with ranges of Unicode.
create function without_accents(word text) returns text
  language sql immutable parallel safe
  as $$
    select case
      when is_ascii(word) then word
      else normalize(translate(normalize(word, NFKD), E'\u0142\u00f8\u0111\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0326\u0327\u0328\u0331', 'lod'), NFKC) end $$;

-- What separates words: ASCII, Latin-1, Arabic and general punctuation.
create function word_separators() returns text
  language sql immutable parallel safe
  as $$
    select E'\t\n\r\f !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
      || E'\u00a0\u00a1\u00a2\u00a3\u00a4\u00a5\u00a6\u00a7\u00a8\u00a9\u00ab\u00ac\u00ad\u00ae\u00af\u00b0\u00b1\u00b2\u00b3'
      || E'\u00b4\u00b5\u00b6\u00b7\u00b8\u00b9\u00bb\u00bc\u00bd\u00be\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a\u066b\u066c'
      || E'\u066d\u06d4\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u2010'
      || E'\u2011\u2012\u2013\u2014\u2015\u2016\u2017\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2020\u2021\u2022\u2023'
      || E'\u2024\u2025\u2026\u2027\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u2030\u2031\u2032\u2033\u2034\u2035\u2036'
      || E'\u2037\u2038\u2039\u203a\u203b\u203c\u203d\u203e\u203f\u2040\u2041\u2042\u2043\u2044\u2045\u2046\u2047\u2048\u2049'
      || E'\u204a\u204b\u204c\u204d\u204e\u204f\u2050\u2051\u2052\u2053\u2054\u2055\u2056\u2057\u2058\u2059\u205a\u205b\u205c'
      || E'\u205d\u205e\u205f\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\ufeff'
      || E'\ufffd' $$;

-- The words of a text in lower case, each once. Marks of Arabic vowels are left out, because most people write none.
create function comment_tokens(said text) returns setof text
  language sql immutable parallel safe
  as $$
    select distinct left(token, 60)
    from string_to_table(
      translate(
        case
          when is_ascii(said) then lower(said)
          else translate(normalize(lower(said), NFKC), E'\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670', '') end,
        word_separators(), repeat(' ', length(word_separators()))),
      ' ') token
    where token <> '' $$;

-- What a word is indexed as: its stem, without accents, which many leave out. The stem of some words is another when they are
-- written without, so there may be two. None for a word that says nothing in that language, such as "the".
create function comment_stems(token text, language text) returns text[]
  language sql immutable parallel safe
  as $$
    select case
      when known = '{}' or is_ascii(token) then coalesce(known, array[token])
      else array(
        select distinct without_accents(stem)
        from unnest(coalesce(known, array[token]) || coalesce(ts_lexize(comment_dictionary(language), without_accents(token)), '{}')) stem)
      end
    from ts_lexize(comment_dictionary(language), token) known $$;

create table comment_words (
  application_id bigint not null,
  feedback_id bigint not null,
  word text collate "C" not null,
  primary key (application_id, feedback_id, word),
  foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade
);
create index comment_words_found on comment_words (application_id, word);
-- Whether a word is in few comments or in many decides how they are searched.
alter table comment_words alter column word set statistics 1000;
call fence_by_application('comment_words');

insert into comment_words (application_id, feedback_id, word)
select distinct f.application_id, f.id, stem
from feedback f
join feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id and a.text is not null
cross join lateral comment_tokens(a.text) token
cross join lateral unnest(comment_stems(token, f.language)) stem;

-- The orders of the list: what nobody has read first, and by score either way.
create index feedback_in_order on feedback (application_id, (read_at is null), submitted_at, id);
create index feedback_by_score on feedback (application_id, score, submitted_at desc, id desc);
create index feedback_by_score_down on feedback (application_id, score desc nulls last, submitted_at desc, id desc);

-- Written here and not by the program, so that nobody who stores or erases an answer can forget it.
create function index_new_comments() returns trigger
  language plpgsql
  as $$
begin
  insert into comment_words (application_id, feedback_id, word)
  select distinct f.application_id, f.id, stem
  from given a
  join feedback f on f.application_id = a.application_id and f.id = a.feedback_id
  cross join lateral comment_tokens(a.text) token
  cross join lateral unnest(comment_stems(token, f.language)) stem
  where a.text is not null
  on conflict do nothing;
  return null;
end $$;
create trigger index_new_comments after insert on feedback_answers
  referencing new table as given for each statement execute function index_new_comments();

create function index_changed_comment() returns trigger
  language plpgsql
  as $$
begin
  delete from comment_words where application_id = new.application_id and feedback_id = new.feedback_id;
  insert into comment_words (application_id, feedback_id, word)
  select distinct f.application_id, f.id, stem
  from feedback f
  join feedback_answers a on a.application_id = f.application_id and a.feedback_id = f.id and a.text is not null
  cross join lateral comment_tokens(a.text) token
  cross join lateral unnest(comment_stems(token, f.language)) stem
  where f.application_id = new.application_id and f.id = new.feedback_id;
  return null;
end $$;
create trigger index_changed_comment after update of text on feedback_answers
  for each row when (new.text is distinct from old.text) execute function index_changed_comment();
