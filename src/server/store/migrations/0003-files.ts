// Stored files, and when each job last ran.
export const files = {
  number: 3,
  name: 'files',
  sql: `
create table files (
  storage_key text collate "C" primary key,
  account text collate "C" not null,
  form text collate "C" not null,
  -- upload: sent by a filler; generated: made by the service.
  kind text not null,
  -- storing: the last bytes are on their way; stored; deleted: no longer given out, to be removed from storage.
  state text not null,
  name text not null,
  content_type text not null,
  content_encoding text,
  size bigint not null,
  etag text,
  create_time timestamptz(3) not null,
  -- When an entry first pointed to it; what none ever used is removed after some days.
  used_at timestamptz(3),
  delete_time timestamptz(3),
  -- Renders and exports last about two days.
  expires_at timestamptz(3)
);
create index files_form on files (account, form);
create index files_unused on files (create_time) where used_at is null and state <> 'deleted';
create index files_expiring on files (expires_at) where expires_at is not null and state <> 'deleted';
create index files_deleted on files (delete_time) where state = 'deleted';

create table jobs (
  name text collate "C" primary key,
  last_run timestamptz(3) not null
);
`,
};
