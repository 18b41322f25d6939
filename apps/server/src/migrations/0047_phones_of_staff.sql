-- Where a colleague gets an SMS about a case; null: notified by inbox and e-mail only.
alter table users add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$');
