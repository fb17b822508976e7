// Drafts, templates and deleted entries of a form are few among many submitted ones; a list of them walks only them.
// A submit does not touch this index.
export const entriesByStatus = {
  number: 5,
  name: 'entries-by-status',
  sql: `
create index entries_by_status on entries (account, form, status, id) where status <> 2;
`,
};
