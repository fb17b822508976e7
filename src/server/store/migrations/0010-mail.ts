// Emails per day and recipient, and idempotency keys by their entry.
export const mail = {
  number: 10,
  name: 'mail',
  sql: `
-- How many emails a recipient got on a day because of requests without a credential.
create table email_counts (
  day date not null,
  -- A form, or empty for all forms together.
  scope text collate "C" not null,
  -- A hash: who got emails is nobody's business here.
  recipient text collate "C" not null,
  sent integer not null,
  -- The bound that counted last.
  most integer not null,
  primary key (day, scope, recipient)
);

-- Kept responses are emptied together with their entry.
create index idempotency_keys_entry on idempotency_keys (entry);
`,
};
