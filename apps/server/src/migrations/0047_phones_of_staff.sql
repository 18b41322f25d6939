-- Where a colleague is texted when a case needs somebody; null: by inbox and e-mail alone.
alter table users add column phone text check (phone ~ '^\+[1-9][0-9]{6,14}$');
