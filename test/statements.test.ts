// Every statement names the account it is about, or an id that leads to it: so a database that spreads accounts over several servers
// (Citus, YugabyteDB) asks one of them. Those that do not are listed here with the reason; docs/scaling.md says what follows.
import { expect, test } from 'vitest';
import { listOwnTables } from '../src/server/store/backup/backup-tables.ts';
import { listStatements, type Statement } from './support/list-statements.ts';

/** Of the installation, not of an account: few rows, or rows that live for minutes. A sharded database keeps them in one place. */
const sharedTables = new Set(
  `settings jobs migrations web_assets login_failures request_rates email_counts used_challenges ended_sessions set_lists
  set_refreshes set_refresh_plan tax_years quota_limits`.split(/\s+/),
);

/** The account, the key of a row that has it, or what belongs to such a row. */
const leadingKeys = `account form entry id user_id storage_key set_id key_set segment scope code action line session`;

const reasons = {
  job: 'a job that one process of all runs now and then, for all accounts, a bounded number of rows at a time',
  signIn:
    'how somebody signs in is unique over all accounts: the row found names the account; the first one needs to know that there is nobody',
  batch: 'many ids at once, of whoever was there in the last seconds: each leads to its account',
  cleaning: 'walks along an index so that the database cleans it; nothing is read from it',
  command: 'a command, a backup or a start that is about the whole installation',
} as const;

const exceptions: Readonly<Record<string, keyof typeof reasons>> = {
  'audit.ts listPendingLines': 'job',
  'entry-segments.ts dropUnusedIndexes': 'job',
  'entry-quotas.ts listFormsToCount': 'job',
  'entry-segments.ts listIndexedForms': 'job',
  'leaving-forms.ts listLeavingForms': 'job',
  'export-progress.ts deleteOldExportProgress': 'job',
  'file-holders.ts listClaimsToCheck': 'job',
  'file-holders.ts listDropped': 'job',
  'files.ts listDeletedFiles': 'job',
  'files.ts listStoredFiles': 'job',
  'files.ts listUnknownKeys': 'job',
  'files.ts markExpiredFiles': 'job',
  'files.ts markUnusedFiles': 'job',
  'notices.ts deleteOldNotices': 'job',
  'idempotency-keys.ts deleteOldIdempotencyKeys': 'job',
  'options-uploads.ts listOldUploads': 'job',
  'outbox.ts takeOwed': 'job',
  'person-links.ts deleteOldLinks': 'job',
  'pictures.ts endContents': 'job',
  'pictures.ts endUnnamedPictures': 'job',
  'quotas.ts deleteOldQuotaUse': 'job',
  'sessions.ts deleteExpiredSessions': 'job',
  'sessions.ts forgetAddresses': 'job',
  'future-times.ts correctFutureTimes': 'job',
  'factors.ts findPasskey': 'signIn',
  'person-links.ts findOpenLink': 'signIn',
  'provider-identities.ts findIdentity': 'signIn',
  'sessions.ts findUserToSignIn': 'signIn',
  'users.ts countUsers': 'signIn',
  'users.ts findUserByEmail': 'signIn',
  'users.ts lockUserByEmail': 'signIn',
  'accounts.ts listAccounts': 'command',
  'audit.ts countPendingLines': 'command',
  'audit.ts countStrayLines': 'command',
  'audit.ts listAuditedAccounts': 'command',
  'backup-snapshot.ts copyErasures': 'command',
  'backup-snapshot.ts copyStoredFiles': 'command',
  'backup-snapshot.ts listSequences': 'command',
  'database-facts.ts readKept': 'command',
  'entry-quotas.ts forgetByteCounts': 'command',
  'erase-restored.ts listLivingIds': 'command',
  'latest-id.ts findLatestId': 'command',
  'outbox.ts abandonOwed': 'command',
  'restore-tables.ts count': 'command',
  'restore-tables.ts countRows': 'command',
  'restore-tables.ts describeFiles': 'command',
  'restore-tables.ts emptyTables': 'command',
  'restore-tables.ts listFilled': 'command',
  'last-uses.ts setKeyUses': 'batch',
  'sweep-index-after-delete.ts sweepIndexAfterDelete': 'cleaning',
};

test('[house] sql: every statement names its account or an id that leads to it, or is listed with a reason', () => {
  const statements = listStatements();
  expect(statements.length).toBeGreaterThan(350);
  const open = statements.filter((one) => isOfAccounts(one) && !namesAccount(one));
  expect([...new Set(open.map(({ place }) => place))].sort()).toEqual(Object.keys(exceptions).sort());
});

test('[house] sql: a statement without an account is noticed', () => {
  const text = (statement: string): Statement => ({ place: '', text: statement });
  expect(namesAccount(text('select id from entries e where e.account = $ and e.status = $'))).toBe(true);
  expect(namesAccount(text('delete from entry_notes where entry = any($::text[])'))).toBe(true);
  expect(namesAccount(text('insert into forms (id, account) values ($, $)'))).toBe(true);
  expect(namesAccount(text('update t set a = p.a from unnest($::text[]) as p (entry) where t.entry = p.entry'))).toBe(
    true,
  );
  expect(namesAccount(text('select id from entries where status = $'))).toBe(false);
  expect(namesAccount(text('select id from entries where form = other.form'))).toBe(false);
  expect(isOfAccounts(text('select value from settings where name = $'))).toBe(false);
  expect(isOfAccounts(text('select count(*) from $'))).toBe(true);
});

const tables = new Set(listOwnTables());

function isOfAccounts({ text }: Statement): boolean {
  const used = [...text.matchAll(/\b(?:from|join|into|update|using|truncate|copy) (\w+|\$)/gi)].map(
    ([, name]) => name as string,
  );
  return used.some((name) => name === '$' || (tables.has(name) && !sharedTables.has(name)));
}

function namesAccount({ text }: Statement): boolean {
  const key = `(?:${leadingKeys.split(' ').join('|')})`;
  // `e.form = $`, `id = any($::text[])`
  if (new RegExp(`(?<!\\w)${key} (?:= |in )(?:any ?)?\\(?\\$`).test(text)) return true;
  // `from unnest($::text[]) as p (id, …) where e.id = p.id`
  const lists = [...text.matchAll(/unnest\( ?\$.*?\bas (\w+) \(([^)]*)\)/g)];
  const isListed = ([, alias, columns]: RegExpMatchArray) =>
    new RegExp(`(?<!\\w)${key}(?!\\w)`).test(columns as string) && new RegExp(`${key} = ${alias}\\.${key}`).test(text);
  if (lists.some(isListed)) return true;
  const [, columns] = /\binsert into \w+(?: as \w+)? \(([^)]*)\)/i.exec(text) ?? [];
  return columns !== undefined && new RegExp(`(?<!\\w)${key}(?!\\w)`).test(columns);
}
