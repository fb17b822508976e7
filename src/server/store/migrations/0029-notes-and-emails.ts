// What a team writes about an entry for itself, and what became of each email. docs/choices.md "Entries" and "Emails, PDFs, renders".
export const notesAndEmails = {
  number: 29,
  name: 'notes-and-emails',
  sql: `
-- None of these refers to entries: deleting a form with a million of them would ask each table a million times. Rows go with
-- the entry in the transaction that deletes it, and are written only while the entry's row is locked.
create table entry_notes (
  id text collate "C" primary key,
  entry text collate "C" not null,
  form text collate "C" not null,
  author text collate "C" not null,
  text text not null,
  create_time timestamptz(3) not null
);
create index entry_notes_entry on entry_notes (entry, id);
create index entry_notes_form on entry_notes (form);

create table entry_team (
  entry text collate "C" primary key,
  form text collate "C" not null,
  status text not null,
  assignee text collate "C",
  tags text[] not null,
  modify_time timestamptz(3) not null
);
create index entry_team_form on entry_team (form, modify_time);

-- Each time an email of an entry was tried: 0 with the action that owed it, then by whoever sends it again.
create table email_attempts (
  entry text collate "C" not null,
  email text collate "C" not null,
  attempt integer not null,
  form text collate "C" not null,
  time timestamptz(3) not null,
  -- sending: begun, and nobody has said yet how it ended.
  state text not null,
  -- Of the mail server.
  words text not null,
  user_id text collate "C",
  primary key (entry, email, attempt)
);
create index email_attempts_form on email_attempts (form);

-- JSON: how a finished email ended, until it is recorded.
alter table outbox_emails add column delivery text;
`,
};
