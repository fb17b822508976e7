// Uploads that are not whole yet: few, whatever else there is. Those without progress are looked for when a quota is reached. On its
// own, because the table is read for the index while uploads wait.
export const storingFiles = {
  number: 41,
  name: 'storing-files',
  sql: `
create index files_storing on files (account, form) where state = 'storing';
`,
};
