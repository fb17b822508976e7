// Indexes of entries for search, filters and order, made only for forms that somebody searches. Nothing here is written by a submit.
export const entryIndex = {
  number: 26,
  name: 'entry-index',
  sql: `
create table form_indexes (
  form text collate "C" primary key references forms (id) on delete cascade,
  account text collate "C" not null,
  last_use timestamptz(3) not null,
  -- Changes of entries up to here are known: those that came after their segment are in entry_index_changes.
  watermark timestamptz(3) not null,
  -- Who builds it, and until when nobody else does.
  builder text,
  builds_until timestamptz(3)
);

-- Entries with ids after from_id up to to_id, in blocks: which terms each block has, as bits.
create table entry_segments (
  id text collate "C" primary key,
  form text collate "C" not null references form_indexes (form) on delete cascade,
  from_id text collate "C" not null,
  to_id text collate "C" not null,
  entries integer not null,
  blocks integer not null,
  width integer not null,
  -- Of the form's fields and labels: other ones make other terms.
  meaning text not null,
  as_of timestamptz(3) not null,
  -- The last id of each block, 12 bytes each, oldest first.
  bounds bytea not null
);
create index entry_segments_form on entry_segments (form, to_id);

create table entry_signatures (
  segment text collate "C" not null references entry_segments (id) on delete cascade,
  place integer not null,
  bits bytea not null,
  primary key (segment, place)
);

create table entry_index_changes (
  form text collate "C" not null references form_indexes (form) on delete cascade,
  id text collate "C" not null,
  primary key (form, id)
);

-- What a form's entries were sorted by.
create table entry_key_sets (
  id text collate "C" primary key,
  form text collate "C" not null references form_indexes (form) on delete cascade,
  path text not null,
  meaning text not null,
  last_use timestamptz(3) not null,
  watermark timestamptz(3) not null,
  is_built boolean not null,
  unique (form, path)
);

create table entry_keys (
  key_set text collate "C" not null references entry_key_sets (id) on delete cascade,
  id text collate "C" not null,
  revision integer not null,
  -- Null: the answer is empty.
  key text collate "C",
  primary key (key_set, id)
);
create index entry_keys_order on entry_keys (key_set, key, id);
`,
};
