// Saved views of a form's entries.
export const entryViews = {
  number: 27,
  name: 'entry-views',
  sql: `
create table entry_views (
  id text collate "C" primary key,
  account text collate "C" not null references accounts (id) on delete cascade,
  form text collate "C" not null references forms (id) on delete cascade,
  name text not null,
  -- Whose it is; null: the whole account's. A private one goes with its user.
  owner text collate "C" references users (id) on delete cascade,
  made_by text collate "C" references users (id) on delete set null,
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null,
  state json not null
);
create index entry_views_form on entry_views (form, id);
create index entry_views_owner on entry_views (owner) where owner is not null;
create index entry_views_made_by on entry_views (made_by) where made_by is not null;
`,
};
