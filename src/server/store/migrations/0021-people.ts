// Sessions that can be listed, accounts with settings of their own, users who are barred, and when keys were last used.
export const people = {
  number: 21,
  name: 'people',
  sql: `
-- One row for each sign-in; tokens of older versions of the service have none. It goes when the session can no longer be open.
create table sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- password, and what else signs people in.
  method text not null,
  create_time timestamptz(3) not null,
  last_use timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ip text not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id, id);
create index sessions_expires on sessions (expires_at);

alter table accounts add column name text;
-- What the account has set; what is missing has its default.
alter table accounts add column settings json not null default '{}';

-- Who is barred keeps everything and can do nothing.
alter table users add column disabled_at timestamptz(3);

alter table api_keys add column last_use timestamptz(3);
alter table api_keys add column last_address text;
`,
};
