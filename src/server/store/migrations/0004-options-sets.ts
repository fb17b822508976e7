// Options sets, their options, and what is known of the sets that the service maintains.
export const optionsSets = {
  number: 4,
  name: 'options-sets',
  sql: `
create table options_sets (
  id text collate "C" primary key,
  account text collate "C" not null,
  name text not null,
  -- Support may turn autocomplete off; validate goes on working.
  allows_autocomplete boolean not null default true,
  -- Moves with every change of the options.
  version integer not null default 0,
  -- Readers see the options of this generation up to last_position; both never change once they can be seen.
  generation integer not null default 0,
  last_position integer not null default 0,
  option_count integer not null default 0,
  option_bytes bigint not null default 0,
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null
);
create index options_sets_account on options_sets (account, id);

-- Options lie in pieces of at most a thousand: quick to write, and small enough to parse between two requests.
create table options_pieces (
  set_id text collate "C" not null references options_sets (id) on delete cascade,
  generation integer not null,
  position integer not null,
  option_count integer not null,
  options json not null,
  primary key (set_id, generation, position)
);

create table set_refreshes (
  set_id text collate "C" primary key references options_sets (id) on delete cascade,
  -- What the options were made of, to tell whether a source brought anything new.
  fingerprint text not null,
  -- refreshed, unchanged or kept; null before the first refresh.
  outcome text,
  reason text,
  warnings json not null,
  last_try timestamptz(3),
  last_success timestamptz(3)
);

-- When the next refresh is due, in a row that of several processes one can take.
create table set_refresh_plan (
  name text collate "C" primary key,
  next_time timestamptz(3) not null,
  failures integer not null
);

-- Published lists of tax-credit localities. Years without one hold a copy, which is never stored here.
create table tax_years (
  year integer primary key,
  localities json not null,
  read_time timestamptz(3) not null
);
`,
};
