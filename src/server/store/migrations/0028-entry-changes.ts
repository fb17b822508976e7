// What each edit of an entry changed. docs/choices.md "History".
export const entryChanges = {
  number: 28,
  name: 'entry-changes',
  sql: `
-- One row per action that changed data or status of an entry that had some: written in the action's own commit, gone with the entry.
-- Who, when and from where is in the entry's actions.
create table entry_changes (
  entry text collate "C" not null,
  action text collate "C" not null,
  form text collate "C" not null,
  delta json not null,
  -- Of the delta, with something for the row itself.
  bytes integer not null,
  primary key (entry, action)
);
create index entry_changes_form on entry_changes (form);
`,
};
