// What the service reports to an account or to the operator. [limits.notices]
export const notices = {
  number: 37,
  name: 'notices',
  sql: `
create table notices (
  id text collate "C" primary key,
  -- Null: for the operator of the installation.
  account text collate "C" references accounts (id) on delete cascade,
  kind text collate "C" not null,
  -- Tells notices of one kind apart, for example by form and rule.
  about text collate "C" not null,
  -- JSON, of the last time.
  detail text not null,
  -- The UTC day of the last time; first_time and count belong to it.
  day date not null,
  first_time timestamptz(3) not null,
  last_time timestamptz(3) not null,
  count bigint not null,
  is_dismissed boolean not null default false
);
create unique index notices_about on notices (coalesce(account, ''), kind, about);
create index notices_account on notices (account);
create index notices_last_time on notices (last_time);
`,
};
