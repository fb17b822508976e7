// Links that let somebody in once: invitations and forgotten passwords. Keys with a name and an end. Accounts that are closed.
export const invitations = {
  number: 24,
  name: 'invitations',
  sql: `
-- One row for each link that may still be used, or could have been until lately. Only a hash of its token is here.
create table person_links (
  id text collate "C" primary key,
  token_hash text collate "C" not null unique,
  -- invitation or reset.
  kind text not null,
  account text collate "C" not null references accounts (id) on delete cascade,
  -- Whose password: of resets only.
  user_id text collate "C" references users (id) on delete cascade,
  email text not null,
  name text,
  -- Who invited: what names them stays when they are removed.
  inviter text collate "C",
  inviter_email text,
  create_time timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
-- A new invitation takes the place of the one before it.
create unique index person_links_invitation on person_links (account, lower(email)) where kind = 'invitation' and used_at is null;
create index person_links_user on person_links (user_id) where user_id is not null;
create index person_links_expires on person_links (expires_at);

alter table api_keys add column name text;
alter table api_keys add column expire_time timestamptz(3);
-- The key that this one is to take the place of; it may be gone.
alter table api_keys add column replaces text collate "C";
-- Null: the user it belongs to.
alter table api_keys add column created_by text;

-- Its users are barred since then, and its forms take nothing.
alter table accounts add column closed_at timestamptz(3);
`,
};
