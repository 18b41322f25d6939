-- outside of a transaction: the answered surveys of a word, read from the index alone. A search of a word that was in 60,000 of a million comments read as many rows of the table.
create index concurrently if not exists comment_words_by_word on comment_words (application_id, word, feedback_id);
