-- Whether e-mails to patients have an HTML part with the hospital's logo beside their plain text.
alter table applications add column html_emails boolean not null default true;
