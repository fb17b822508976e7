// Emails that entries owe. docs/choices.md "After-actions".
export const outbox = {
  number: 16,
  name: 'outbox',
  sql: `
-- One row per action whose rules may send emails: written in the commit of the action, removed with the record of its emails.
create table outbox (
  action text collate "C" primary key,
  entry text collate "C" not null,
  form text collate "C" not null,
  rules text not null,
  test_address text,
  is_anonymous boolean not null,
  -- Storage key of the PDF that is attached.
  main_pdf text collate "C",
  -- The request asked for a short link to the template.
  has_link boolean not null,
  create_time timestamptz(3) not null,
  -- How often somebody else went on with it: whoever holds an older number sends nothing more.
  taken integer not null default 0,
  taken_at timestamptz(3)
);
create index outbox_time on outbox (create_time);

-- Emails that were begun. What is not finished may have been sent or not.
create table outbox_emails (
  action text collate "C" not null references outbox on delete cascade,
  -- Of its rule.
  place integer not null,
  item text not null,
  is_finished boolean not null,
  primary key (action, place)
);
`,
};
