// Entries, what is left of removed ones, short links and idempotency keys.
export const entries = {
  number: 2,
  name: 'entries',
  sql: `
create table entries (
  id text collate "C" primary key,
  account text collate "C" not null,
  form text collate "C" not null,
  status smallint not null,
  idx integer not null,
  submit_idx integer,
  -- json, not jsonb: key order and numbers stay as they were written, and the text is passed on unparsed.
  data json not null,
  actions json not null,
  sent_emails json not null,
  archived_renders json not null,
  name text,
  -- Moves with every change; whoever computed something from the row writes only while it still stands.
  revision integer not null default 0,
  -- Moves with every submit: links made before it are dead.
  bewit_generation integer not null default 0,
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  submit_time timestamptz(3),
  deleted_at timestamptz(3)
);
create index entries_account on entries (account, id);
create index entries_form on entries (account, form, id);
create index entries_changed on entries (account, changed_at, id);

-- Entries removed with their form: all that a poller needs to forget them.
create table entry_markers (
  id text collate "C" primary key,
  account text collate "C" not null,
  form text collate "C" not null,
  deleted_at timestamptz(3) not null
);
create index entry_markers_account on entry_markers (account, deleted_at, id);

create table short_links (
  code text collate "C" primary key,
  account text collate "C" not null,
  entry text collate "C" not null,
  create_time timestamptz(3) not null
);

create index short_links_entry on short_links (entry);

create table idempotency_keys (
  scope text collate "C" not null,
  key text not null,
  request_hash text not null,
  -- The first entry of the answer: what a lost answer is made of again.
  entry text collate "C",
  answer text,
  create_time timestamptz(3) not null,
  primary key (scope, key)
);
create index idempotency_keys_time on idempotency_keys (create_time);
`,
};
