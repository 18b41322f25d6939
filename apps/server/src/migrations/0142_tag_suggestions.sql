-- Tags that comments like it have, suggested to whoever reads a comment (docs/decisions/0101). What is learned anew each night.
create table tag_models (
  application_id bigint not null references applications on delete cascade,
  tag text not null,
  -- score of a comment without any of the words, and from which score on the tag is suggested
  bias double precision not null,
  threshold double precision not null,
  -- tagged answers that it was learned from, and those among them that have the tag
  examples integer not null,
  tagged integer not null,
  -- of a trial on answers that it had not learned from: how often it would have been suggested, and how often rightly
  suggested integer not null,
  rightly integer not null,
  learned_at timestamptz not null,
  primary key (application_id, tag)
);
call fence_by_application('tag_models');

-- What a word says about a tag: above 0 for it, below 0 against it.
create table tag_model_words (
  application_id bigint not null,
  word text collate "C" not null,
  tag text not null,
  weight double precision not null,
  primary key (application_id, word, tag),
  foreign key (application_id, tag) references tag_models (application_id, tag) on delete cascade
);
create index on tag_model_words (application_id, tag);
call fence_by_application('tag_model_words');

-- A person said that a tag does not fit an answer: it is not suggested for that one again, and the next night learns from it.
create table refused_tags (
  application_id bigint not null,
  feedback_id bigint not null,
  tag text not null,
  refused_at timestamptz not null,
  primary key (application_id, feedback_id, tag),
  foreign key (application_id, feedback_id) references feedback (application_id, id) on delete cascade
);
call fence_by_application('refused_tags');
