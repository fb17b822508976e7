// Every kind of notice: the email, the management app and doctor take its texts from here. A new kind is a property of
// `NoticeDetails`, a row of `noticeKinds` and its texts in src/words/<language>/server/notices.json. [limits.notices]
import type { Locale } from '../../../core/locale/locale.ts';
import { fillText } from '../../../core/text/fill-text.ts';
import { noticesWords } from '../../../words/all/server/notices.ts';
import type { LimitName } from '../../base/quota-limits.ts';
import type { RuleSet } from '../../forms/compile-rules.ts';

/** The facts of a notice, by kind. Plain JSON. */
export interface NoticeDetails {
  emailBound: EmailBound;
  entryBytes: EntryBytesFull;
  diskLow: DiskLow;
  accountEmpty: AccountEmpty;
}

/** An email rule of a form reached a bound, so an email was not sent to some or all of its recipients. */
export interface EmailBound {
  readonly form: string;
  readonly formName: string;
  readonly rules: RuleSet;
  /** Counted from 1 among the email rules of `rules`. */
  readonly rule: number;
  readonly limit: LimitName;
  readonly most: number;
}

/** New or larger entries are refused. */
export interface EntryBytesFull {
  readonly limit: 'entryBytes' | 'form.entryBytes';
  readonly mostBytes: number;
  /** The form whose entry was refused. */
  readonly form: string;
  readonly formName: string;
  /** Only requests without a credential of the account are refused so far. */
  readonly isAnonymous: boolean;
}

/** For the operator: the volume of DATA_DIR is below its reserve. */
export interface DiskLow {
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

/** For the operator: the last user of an account lost the email to its owner, so nobody can sign in to the account. */
export interface AccountEmpty {
  readonly account: string;
  readonly accountName: string;
  readonly email: string;
}

export type NoticeKindName = keyof NoticeDetails;

interface NoticeKind<Detail> {
  /** Notices of one kind with the same text here are one, however often they occur in a day. */
  readonly about: (detail: Detail) => string;
  /** Notices of one kind that differ here are mailed apart: strangers cause some of them at will, and must not use up the email of others. */
  readonly mailedBy?: (detail: Detail) => string;
  /** In emails `name` removes names that a mail program would make links of. */
  readonly subject: (detail: Detail, locale: Locale, name: NameFilter) => string;
  readonly text: (detail: Detail, locale: Locale, name: NameFilter) => string;
  /** The page of the management app to look at, as a path. */
  readonly page: (detail: Detail) => string;
}

export type NameFilter = (name: string) => string;

const noticeKinds: { readonly [Kind in NoticeKindName]: NoticeKind<NoticeDetails[Kind]> } = {
  emailBound: {
    about: ({ form, rules, rule, limit }) => `${form} ${rules} ${rule} ${limit}`,
    mailedBy: ({ limit }) => limit,
    subject: ({ form, formName }, locale, name) =>
      fillText(noticesWords[locale].emailBound.subject, { form: name(formName) || form }),
    text: ({ form, formName, rules, rule, limit, most }, locale, name) => {
      const words = noticesWords[locale];
      const limits: Partial<Record<LimitName, string>> = words.limits;
      return fillText(words.emailBound.text, {
        rule,
        rules: words.rules[rules],
        form: name(formName) || form,
        limit: limits[limit] ?? limit,
        most: most.toLocaleString('en'),
      });
    },
    page: () => '/admin/account/emails/',
  },
  entryBytes: {
    about: ({ limit, form, isAnonymous }) => `${limit} ${limit === 'entryBytes' ? '' : form} ${isAnonymous}`,
    mailedBy: ({ limit, isAnonymous }) => `${limit} ${isAnonymous}`,
    subject: ({ form, formName }, locale, name) =>
      fillText(noticesWords[locale].entryBytes.subject, { form: name(formName) || form }),
    text: ({ limit, mostBytes, form, formName, isAnonymous }, locale, name) => {
      const { ofForm, ofFormAnonymous, ofAccount, ofAccountAnonymous } = noticesWords[locale].entryBytes;
      const [own, anonymous] =
        limit === 'form.entryBytes' ? [ofForm, ofFormAnonymous] : [ofAccount, ofAccountAnonymous];
      return fillText(isAnonymous ? anonymous : own, { form: name(formName) || form, most: writeBytes(mostBytes) });
    },
    page: () => '/admin/account/usage/',
  },
  diskLow: {
    about: () => '',
    subject: (_, locale) => noticesWords[locale].diskLow.subject,
    text: ({ freeBytes, reserveBytes }, locale) =>
      fillText(noticesWords[locale].diskLow.text, { free: writeBytes(freeBytes), reserve: writeBytes(reserveBytes) }),
    page: () => '/admin/account/usage/',
  },
  accountEmpty: {
    about: ({ account }) => account,
    mailedBy: ({ account }) => account,
    subject: (_, locale) => noticesWords[locale].accountEmpty.subject,
    text: ({ account, accountName, email }, locale, name) =>
      fillText(noticesWords[locale].accountEmpty.text, {
        account: name(accountName) === '' ? account : `${account} “${name(accountName)}”`,
        email,
      }),
    page: () => '/admin/',
  },
};

function writeBytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

/** For people, in one language; undefined for a kind of a newer version of the service. */
export function noticeText(kind: string, detail: string, locale: Locale): string | undefined {
  if (!isNoticeKind(kind)) return undefined;
  return noticeKind(kind).text(JSON.parse(detail) as NoticeDetails[NoticeKindName], locale, (name) => name);
}

/** For a kind and a detail that belong together, which the compiler does not see of two values. */
export function noticeKind(kind: NoticeKindName): NoticeKind<NoticeDetails[NoticeKindName]> {
  return noticeKinds[kind] as NoticeKind<NoticeDetails[NoticeKindName]>;
}

export function isNoticeKind(kind: string): kind is NoticeKindName {
  return Object.hasOwn(noticeKinds, kind);
}
