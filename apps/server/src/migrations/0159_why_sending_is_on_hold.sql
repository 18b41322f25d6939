-- Why somebody stopped what goes to patients, in their words.
alter table sending_holds add column note text check (char_length(note) <= 500);
