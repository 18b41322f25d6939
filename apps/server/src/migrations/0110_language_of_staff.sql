-- The language in which somebody reads the screens of the application, such as "fr"; null: the one of their browser.
alter table users add column language text check (language ~ '^[a-z]{2}$');
