// Every quota: its name, its default and what it bounds. docs/limits.md "Quotas and disk space".
// The setting QUOTAS changes the defaults of the installation, `formstead quota set` those of one account; 0 means no limit.

/** Used up by the day, in UTC. */
export const dailyKinds = ['uploads', 'emails', 'pdfs', 'exports'] as const;
export type DailyKind = (typeof dailyKinds)[number];
/** What there is at a time. */
export const standingKinds = ['storedBytes', 'entries', 'entryBytes', 'drafts'] as const;
export type StandingKind = (typeof standingKinds)[number];
export type QuotaKind = DailyKind | StandingKind;

const gb = 1e9;

/** Generous: an ordinary installation never meets them. */
export const defaultLimits = {
  // Quotas of an account.
  storedBytes: 1000 * gb,
  uploads: 200_000,
  emails: 100_000,
  emailsPerRecipient: 20_000,
  pdfs: 200_000,
  exports: 20_000,
  // A limit here costs a lock that all submits of the account share, so none is set by default.
  entries: 0,
  drafts: 0,
  entryBytes: 100 * gb,
  // Quotas of one form.
  'form.storedBytes': 0,
  'form.uploads': 100_000,
  'form.emails': 50_000,
  'form.pdfs': 100_000,
  'form.exports': 0,
  'form.entries': 10_000_000,
  'form.drafts': 1_000_000,
  'form.entryBytes': 50 * gb,
  // Quotas of strangers, for one form.
  'form.unusedUploads': 5_000,
  'form.unusedUploadsPerAddress': 1_000,
  'form.unusedBytes': 20 * gb,
  // Some more than the largest file.
  'form.unusedBytesPerAddress': 6 * gb,
  'form.strangerDrafts': 100_000,
  'form.strangerDraftBytes': 2 * gb,
  // Emails per day that strangers cause for one address. One that the rule names is the owner's choice and often a program that waits for
  // every submit: only the quotas above bound it, unless the operator sets a number. One that comes from filled-in data may belong to any person.
  'form.strangerEmailsPerAddress': 0,
  'form.strangerEmailsPerFilledAddress': 20,
} as const satisfies Record<string, number>;

export type LimitName = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitName, number>>;
export const limitNames = Object.keys(defaultLimits) as LimitName[];

/** Far beyond any use, and exact as a JavaScript number. */
export const maxLimit = 2 ** 50;

export function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(defaultLimits, name);
}

/** `emails=5000, form.uploads=200`; undefined when the text is not of that shape. */
export function readLimits(text: string): Limits | undefined {
  const limits: Record<LimitName, number> = { ...defaultLimits };
  for (const item of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w.]+)\s*=\s*(\d{1,16})\s*$/.exec(item) ?? [];
    if (!isLimitName(name) || Number(value) > maxLimit) return undefined;
    limits[name] = Number(value);
  }
  return limits;
}

/** What requests without a credential may use of a limit: the rest stays for the account itself. */
export function shareOf(max: number, percent: number): number {
  return max === 0 ? 0 : Math.max(1, Math.floor((max * percent) / 100));
}
