// Forms that were deleted and whose entries and files are still being removed, a few at a time. For callers all of it is gone from the
// moment the row is there.
export const leavingForms = {
  number: 36,
  name: 'leaving-forms',
  sql: `
create table leaving_forms (
  form text collate "C" primary key,
  account text collate "C" not null,
  keeps_files boolean not null
);
create index leaving_forms_account on leaving_forms (account);
`,
};
