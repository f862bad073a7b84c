-- Prints of the words on a screenshot, by which a cropped or darkened copy of a proof is found.
alter table private.object_names
    add column word_prints text,
    add constraint object_names_word_prints_are_words check (word_prints ~ '^([0-9a-f]{32})+$');
comment on column private.object_names.word_prints is
    'Of a card or a proof of payment that may be a screenshot: where its words stand and what each looks like. Null where none were made.';
