// How many bytes of data the entries of a form have that are not deleted. A job counts what was there before (jobs/count-entry-bytes.ts).
// bytes_counted_at is when the job last counted the form's entries; null until it has.
export const entryBytes = {
  number: 35,
  name: 'entry-bytes',
  sql: `
alter table form_counters add column entry_bytes bigint not null default 0, add column bytes_counted_at timestamptz(3);
`,
};
