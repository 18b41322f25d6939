-- Whom a person is at an identity provider. The subject is the provider's own name of the person and never given to
-- somebody else; an e-mail address is.
create table user_identities (
  user_id bigint not null references users on delete cascade,
  -- address of the provider, as its ID tokens say it
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null,
  primary key (user_id, issuer),
  unique (issuer, subject)
);

alter table user_identities enable row level security;
alter table user_identities force row level security;
create policy system_only on user_identities using ((select sees_all_applications()));
