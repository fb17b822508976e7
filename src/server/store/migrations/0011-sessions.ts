// Sessions that were signed out of, and the addresses people signed in from.
export const sessions = {
  number: 11,
  name: 'sessions',
  sql: `
-- Login tokens carry the id of their session. A row here ends all tokens of it; it goes when they would have expired anyway.
create table ended_sessions (
  session text collate "C" primary key,
  expires_at timestamptz(3) not null
);

-- Guesses of strangers elsewhere do not count against who signs in from here.
create table known_addresses (
  user_id text collate "C" not null references users (id) on delete cascade,
  address text collate "C" not null,
  last_time timestamptz(3) not null,
  primary key (user_id, address)
);
`,
};
