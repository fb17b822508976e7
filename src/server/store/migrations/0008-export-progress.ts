// How far an export is, for whoever waits for it; any process may be asked.
export const exportProgress = {
  number: 8,
  name: 'export-progress',
  sql: `
create table export_progress (
  account text collate "C" not null,
  -- Chosen by the caller.
  id text collate "C" not null,
  -- The request at work: one that takes the same id afterwards has it to itself.
  request text not null,
  rows_done integer not null,
  rows_total integer not null,
  is_done boolean not null,
  error text,
  changed_at timestamptz(3) not null,
  primary key (account, id)
);
create index export_progress_time on export_progress (changed_at);
`,
};
