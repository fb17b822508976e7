// What accounts and forms have used of their quotas, limits that differ from the settings, and what files and drafts count for.
export const quotas = {
  number: 9,
  name: 'quotas',
  sql: `
-- One row for the account as a whole (part ''), one for each form, recipient or address that has a limit of its own.
create table quota_use (
  account text collate "C" not null,
  kind text collate "C" not null,
  part text collate "C" not null,
  -- YYYY-MM-DD in UTC for daily quotas, '' for totals.
  day text collate "C" not null,
  used bigint not null,
  primary key (account, kind, part, day)
);
create index quota_use_day on quota_use (day);

-- Limits of single accounts; all others have those of the settings.
create table quota_limits (
  account text collate "C" not null references accounts (id) on delete cascade,
  name text collate "C" not null,
  max bigint not null,
  primary key (account, name)
);

-- What an upload under way has taken. A crash leaves the row behind, and a job gives its share back.
create table upload_holds (
  id text collate "C" primary key,
  account text collate "C" not null,
  form text collate "C" not null,
  -- Who uploads, if it is nobody of the account: a keyed hash of the address. Null with a credential.
  stranger text collate "C",
  size bigint not null,
  day text collate "C" not null,
  time timestamptz(3) not null
);
create index upload_holds_time on upload_holds (time);

-- Until its content is gone from storage, a file counts as stored bytes.
alter table files add column is_counted boolean not null default false;
-- Set while a stranger's upload counts as unused. It may count for a while after an entry took it: see store/upload-quotas.ts.
alter table files add column stranger text collate "C";
update files set is_counted = true where state <> 'deleted';
insert into quota_use (account, kind, part, day, used)
  select account, 'storedBytes', '', '', sum(size) from files where is_counted group by account;
insert into quota_use (account, kind, part, day, used)
  select account, 'storedBytes', form, '', sum(size) from files where is_counted group by account, form;
create index files_leaving on files (delete_time) where state = 'deleted' and is_counted;
create index files_strangers on files (form) where stranger is not null;

-- The size of a draft that a stranger made, while it is a draft; 0 for all other entries.
alter table entries add column draft_bytes integer not null default 0;
alter table form_counters add column stranger_drafts integer not null default 0;
alter table form_counters add column stranger_draft_bytes bigint not null default 0;
`,
};
