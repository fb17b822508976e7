// The last lists of each maintained set, so that a bad one can be taken back, and a list that was refused and may be accepted.
export const setLists = {
  number: 18,
  name: 'set-lists',
  sql: `
-- Generations are never used twice, also after a list was taken back: searches hold indexes by them.
alter table options_sets add column last_generation integer not null default 0;
update options_sets set last_generation = generation;

create table set_lists (
  set_id text collate "C" not null references options_sets (id) on delete cascade,
  -- Also the generation of its options in options_pieces.
  number integer not null,
  -- Lists of sets that were replaced together have the same one.
  landing integer not null,
  -- seed, refresh or accepted.
  kind text not null,
  -- It came and was refused; nobody has searched it.
  is_refused boolean not null,
  fingerprint text not null,
  last_position integer not null,
  option_count integer not null,
  option_bytes bigint not null,
  data_keys json not null,
  -- Source, warnings, what it changed, why it was refused.
  facts json not null,
  -- The yearly lists that the tax localities were made of.
  tax_years json,
  time timestamptz(3) not null,
  -- When it last became the current list, and who made it so if it was not a refresh.
  current_from timestamptz(3),
  current_by text,
  -- When somebody went back from it to an earlier list.
  withdrawn_time timestamptz(3),
  withdrawn_by text,
  primary key (set_id, number)
);

-- Fingerprints of lists that somebody went back from: a refresh does not bring them again by itself.
alter table set_refreshes add column withdrawn json not null default '[]';
-- What the last refresh found: source, counts.
alter table set_refreshes add column facts json not null default '{}';

insert into set_lists (set_id, number, landing, kind, is_refused, fingerprint, last_position, option_count, option_bytes,
  data_keys, facts, tax_years, time, current_from)
select s.id, s.generation, 1, case when r.last_success is null then 'seed' else 'refresh' end, false, r.fingerprint,
  s.last_position, s.option_count, s.option_bytes, s.data_keys,
  json_build_object('source', '', 'warnings', coalesce(r.warnings, '[]'::json)), null, s.modify_time, s.modify_time
from options_sets s join set_refreshes r on r.set_id = s.id where s.option_count > 0;

-- Whoever set the installation up looks after what all accounts share.
insert into settings (name, value) select 'operatorAccount', id from accounts order by create_time, id limit 1
on conflict (name) do nothing;
`,
};
