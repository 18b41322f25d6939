-- A heading within a survey. It stands above the questions that follow it, up to the next heading: sections and questions of a
-- survey are ordered together by sort_order, a section before a question with the same one.
create table survey_sections (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications on delete cascade,
  survey_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  introduction text not null default '' check (length(introduction) <= 2000),
  sort_order integer not null,
  -- {"ar": {"title": "…", "introduction": "…"}}
  translations jsonb not null default '{}',
  version integer not null default 1,
  unique (application_id, id),
  foreign key (application_id, survey_id) references surveys (application_id, id) on delete cascade
);
create index on survey_sections (application_id, survey_id, sort_order);
call fence_by_application('survey_sections');
create trigger count_version before update on survey_sections for each row execute function count_version();
