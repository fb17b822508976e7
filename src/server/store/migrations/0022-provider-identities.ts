// Who somebody is at the identity provider: the issuer and its subject, which stay when an email changes.
export const providerIdentities = {
  number: 22,
  name: 'provider identities',
  sql: `
create table provider_identities (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  -- Null: the user was removed here. Nobody is made anew for that identity.
  user_id text collate "C" references users (id) on delete set null,
  create_time timestamptz(3) not null,
  primary key (issuer, subject)
);
-- One person of a provider for each user: whoever gets the email later is somebody else.
create unique index provider_identities_user on provider_identities (user_id, issuer);
`,
};
