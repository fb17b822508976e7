// Every kind of notice and its texts: the email, the management app and doctor take them from here. A new kind is a property of
// `NoticeDetails` and a row of `noticeKinds`. [limits.notices]
import type { InLocales, Locale } from '../../../core/locale/locale.ts';
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
  readonly subject: (detail: Detail, name: NameFilter) => InLocales;
  readonly text: (detail: Detail, name: NameFilter) => InLocales;
  /** The page of the management app to look at, as a path. */
  readonly page: (detail: Detail) => string;
}

export type NameFilter = (name: string) => string;

const noticeKinds: { readonly [Kind in NoticeKindName]: NoticeKind<NoticeDetails[Kind]> } = {
  emailBound: {
    about: ({ form, rules, rule, limit }) => `${form} ${rules} ${rule} ${limit}`,
    mailedBy: ({ limit }) => limit,
    subject: ({ form, formName }, name) => ({
      en: `Emails of your form “${name(formName) || form}” are not being sent`,
      he: `הודעות דואר של הטופס „${name(formName) || form}” אינן נשלחות`,
    }),
    text: ({ form, formName, rules, rule, limit, most }, name) => ({
      en:
        `Email rule ${rule} (${ruleSets[rules].en}) of the form “${name(formName) || form}” reached its limit: ` +
        `${emailLimits[limit]?.en ?? limit}, at most ${most.toLocaleString('en')} a day. Emails beyond it are not sent until midnight UTC; entries are stored as usual.`,
      he:
        `כלל הדואר ${rule} (${ruleSets[rules].he}) של הטופס „${name(formName) || form}” הגיע למכסה שלו: ` +
        `${emailLimits[limit]?.he ?? limit}, לכל היותר ${most.toLocaleString('en')} ביום. הודעות מעבר לכך אינן נשלחות עד חצות UTC; הרשומות נשמרות כרגיל.`,
    }),
    page: () => '/admin/account/emails/',
  },
  entryBytes: {
    about: ({ limit, form, isAnonymous }) => `${limit} ${limit === 'entryBytes' ? '' : form} ${isAnonymous}`,
    mailedBy: ({ limit, isAnonymous }) => `${limit} ${isAnonymous}`,
    subject: ({ form, formName }, name) => ({
      en: `Entries of your form “${name(formName) || form}” are being refused`,
      he: `רשומות של הטופס „${name(formName) || form}” נדחות`,
    }),
    text: ({ limit, mostBytes, form, formName, isAnonymous }, name) => {
      const most = writeBytes(mostBytes);
      const ofForm = limit === 'form.entryBytes';
      return {
        en:
          `The entries of ${ofForm ? `the form “${name(formName) || form}”` : 'the account'} have reached the limit of their size: ${most}` +
          `${isAnonymous ? ' for people who are not signed in' : ''}. New entries are refused until some are deleted or the administrator of the service raises the limit.`,
        he:
          `הרשומות של ${ofForm ? `הטופס „${name(formName) || form}”` : 'החשבון'} הגיעו למכסת הגודל שלהן: ${most}` +
          `${isAnonymous ? ' למי שאינו מחובר' : ''}. רשומות חדשות נדחות עד שיימחקו רשומות או שמנהל השירות יגדיל את המכסה.`,
      };
    },
    page: () => '/admin/account/usage/',
  },
  diskLow: {
    about: () => '',
    subject: () => ({ en: 'Formstead is short of disk space', he: 'ל־Formstead חסר מקום בדיסק' }),
    text: ({ freeBytes, reserveBytes }) => ({
      en:
        `${writeBytes(freeBytes)} are free on the disk of DATA_DIR; the reserve is ${writeBytes(reserveBytes)}. Files, new drafts and large entries ` +
        'are refused with 507. Small submits, sign-in, reads and deletes go on. Free space, enlarge the volume, or move files to S3.',
      he:
        `${writeBytes(freeBytes)} פנויים בדיסק של DATA_DIR; הרזרבה היא ${writeBytes(reserveBytes)}. קבצים, טיוטות חדשות ורשומות גדולות ` +
        'נדחים בקוד 507. שליחות קטנות, כניסה, קריאה ומחיקה ממשיכות. יש לפנות מקום, להגדיל את הדיסק, או להעביר קבצים ל־S3.',
    }),
    page: () => '/admin/account/usage/',
  },
  accountEmpty: {
    about: ({ account }) => account,
    mailedBy: ({ account }) => account,
    subject: () => ({ en: 'An account of Formstead has no user left', he: 'בחשבון ב־Formstead לא נותר משתמש' }),
    text: ({ account, accountName, email }, name) => {
      const which = name(accountName) === '' ? account : `${account} “${name(accountName)}”`;
      return {
        en:
          `The account ${which} has no user left: the last one, ${email}, had never confirmed the email address, and its owner has taken it. ` +
          'Its forms and entries stay, and forms go on taking entries. Add a user with `formstead user add`, or close the account with `formstead account close`.',
        he:
          `בחשבון ${which} לא נותר משתמש: האחרון, ${email}, מעולם לא אישר את כתובת הדואר, ובעליה קיבל אותה. ` +
          'הטפסים והרשומות נשארים, והטפסים ממשיכים לקבל רשומות. אפשר להוסיף משתמש עם `formstead user add` או לסגור את החשבון עם `formstead account close`.',
      };
    },
    page: () => '/admin/',
  },
};

function writeBytes(bytes: number): string {
  const [unit, size] = bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit}`;
}

const ruleSets: Readonly<Record<RuleSet, InLocales>> = {
  postSave: { en: 'after save', he: 'אחרי שמירה' },
  postSubmit: { en: 'after submit', he: 'אחרי שליחה' },
  postEdit: { en: 'after edit', he: 'אחרי עריכה' },
  postTemplate: { en: 'after template', he: 'אחרי תבנית' },
};

const emailLimits: Partial<Record<LimitName, InLocales>> = {
  'form.strangerEmailsPerFilledAddress': {
    en: 'emails to one address that was filled in',
    he: 'הודעות לכתובת אחת שמולאה בטופס',
  },
  'form.strangerEmailsPerAddress': {
    en: 'emails to one address of the rule',
    he: 'הודעות לכתובת אחת של הכלל',
  },
  emails: { en: 'emails of the account', he: 'הודעות של החשבון' },
  'form.emails': { en: 'emails of the form', he: 'הודעות של הטופס' },
  emailsPerRecipient: { en: 'emails of the account to one address', he: 'הודעות של החשבון לכתובת אחת' },
};

/** For people, in one language; undefined for a kind of a newer version of the service. */
export function noticeText(kind: string, detail: string, locale: Locale): string | undefined {
  if (!isNoticeKind(kind)) return undefined;
  return noticeKind(kind).text(JSON.parse(detail) as NoticeDetails[NoticeKindName], (name) => name)[locale];
}

/** For a kind and a detail that belong together, which the compiler does not see of two values. */
export function noticeKind(kind: NoticeKindName): NoticeKind<NoticeDetails[NoticeKindName]> {
  return noticeKinds[kind] as NoticeKind<NoticeDetails[NoticeKindName]>;
}

export function isNoticeKind(kind: string): kind is NoticeKindName {
  return Object.hasOwn(noticeKinds, kind);
}
