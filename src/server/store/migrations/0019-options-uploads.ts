// Single options that are changed, and new lists that come in parts.
export const optionsUploads = {
  number: 19,
  name: 'options-uploads',
  sql: `
-- Moves when options are changed where they are, which leaves the generation as it is.
alter table options_sets add column edits integer not null default 0;

-- A new list for a set that comes in parts: its options wait in options_pieces with generation -1, which nobody reads.
create table options_uploads (
  id text collate "C" primary key,
  set_id text collate "C" not null references options_sets (id) on delete cascade,
  part_count integer not null default 0,
  last_position integer not null default 0,
  option_count integer not null default 0,
  option_bytes bigint not null default 0,
  data_keys json not null default '[]',
  -- When its last part came.
  change_time timestamptz(3) not null,
  -- Null while parts may come.
  finish_time timestamptz(3)
);
create unique index options_uploads_open on options_uploads (set_id) where finish_time is null;
create index options_uploads_time on options_uploads (change_time);
`,
};
