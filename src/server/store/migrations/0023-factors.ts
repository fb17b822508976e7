// Second factors: authenticator apps, passkeys, recovery codes.
export const factors = {
  number: 23,
  name: 'factors',
  sql: `
create table factors (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id) on delete cascade,
  -- totp or passkey.
  kind text not null,
  name text not null,
  -- totp: the secret, encrypted; passkey: its public key.
  secret text not null,
  -- Of a passkey.
  credential_id text collate "C" unique,
  transports json,
  -- totp: the step of the last code that was taken; passkey: the authenticator's count of signatures.
  counter bigint not null,
  create_time timestamptz(3) not null,
  last_use timestamptz(3)
);
create index factors_user on factors (user_id, id);

-- Those that are left; one that was used is gone.
create table recovery_codes (
  user_id text collate "C" not null references users (id) on delete cascade,
  code_hash text collate "C" not null,
  primary key (user_id, code_hash)
);

-- Challenges that a passkey has signed: none is good twice, in whatever process.
create table used_challenges (
  challenge text collate "C" primary key,
  expires_at timestamptz(3) not null
);
create index used_challenges_expires on used_challenges (expires_at);
`,
};
