// Accounts, users, keys, the activity log, forms and their counters.
export const foundation = {
  number: 1,
  name: 'foundation',
  sql: `
create table settings (
  name text primary key,
  value text not null
);

create table accounts (
  id text collate "C" primary key,
  create_time timestamptz(3) not null
);

create table users (
  id text collate "C" primary key,
  account text collate "C" not null references accounts (id),
  email text not null,
  name text not null,
  settings json not null,
  password_hash text,
  -- Login tokens made before this time are dead, but for the session that made the change itself.
  tokens_from timestamptz(3) not null,
  kept_session text,
  last_login timestamptz(3),
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));
create index users_account on users (account, id);

create table api_keys (
  id text collate "C" primary key,
  account text collate "C" not null,
  user_id text collate "C" not null references users (id) on delete cascade,
  email text not null,
  secret_hash text not null,
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null
);
create index api_keys_user on api_keys (user_id, id);

create table activity_log (
  id text collate "C" primary key,
  account text collate "C" not null,
  type text not null,
  time timestamptz(3) not null,
  ip text not null,
  user_agent text not null,
  user_id text collate "C" not null,
  email text not null
);
create index activity_log_account on activity_log (account, id);

-- Failed sign-ins by email and address, so that guessing is slowed whatever process it reaches.
create table login_failures (
  name text collate "C" primary key,
  count integer not null,
  window_start timestamptz(3) not null
);

create table forms (
  id text collate "C" primary key,
  account text collate "C" not null references accounts (id),
  -- Every writable property as it was sent, defaults left out.
  definition json not null,
  create_time timestamptz(3) not null,
  modify_time timestamptz(3) not null,
  changed_at timestamptz(3) not null
);
create index forms_account on forms (account, id);

-- Narrow, and apart from forms: every submit moves it. The version of the definition stands here, so that one row says
-- both what a submit was checked against and which number it gets.
create table form_counters (
  form text collate "C" primary key references forms (id) on delete cascade,
  version integer not null default 1,
  idx integer not null default 0,
  submit_idx integer not null default 0,
  count_all integer not null default 0,
  count_submit integer not null default 0,
  count_save integer not null default 0,
  count_delete integer not null default 0,
  count_start integer not null default 0,
  count_template integer not null default 0,
  count_render integer not null default 0,
  current_all integer not null default 0,
  current_submit integer not null default 0,
  current_save integer not null default 0,
  current_template integer not null default 0,
  current_render integer not null default 0,
  changed_at timestamptz(3) not null
);
`,
};
