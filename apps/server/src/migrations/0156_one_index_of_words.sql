-- comment_words_by_word has all that this index had.
drop index comment_words_found;
