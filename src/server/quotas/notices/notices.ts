// Reports to the people of an account, or to the operator, what they would not see by themselves, such as a limit that was reached.
//
//   notify(services, { to, kind, detail })      at once, never waits, never throws
//     queue of the process                      the same notice again only adds to its count
//     row in the database                       GET /account/notices, the management app; doctor for the operator
//     email                                     one a day for each recipient, kind and limit, over all processes
//
// [limits.notices] [limits.notices.mail]
import type { Notice } from '../../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../../api-types/lists.ts';
import { defaultLocale, type Locale, localeOf } from '../../../core/locale/locale.ts';
import { mailWords } from '../../../words/all/server/mail.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { responseText } from '../../http/response-text.ts';
import { hashedMailbox } from '../../mail/mailbox.ts';
import { safeName, sendPersonEmail } from '../../mail/person-email.ts';
import type { BackgroundWork } from '../../scheduling/background-work.ts';
import { findUserByEmail, listUsers } from '../../store/identity/users.ts';
import { takeAllEmailCounts } from '../../store/jobs/email-counts.ts';
import { dismissNotice, listNotices, type NoticeRow, storeNotice } from '../../store/jobs/notices.ts';
import {
  isNoticeKind,
  type NameFilter,
  type NoticeDetails,
  type NoticeKindName,
  noticeKind,
  noticeText,
} from './notice-kinds.ts';

/** What happened, and who has to know. */
export type NewNotice = {
  readonly [Kind in NoticeKindName]: {
    /** The ID of an account, or the operator of the installation. */
    readonly to: string;
    readonly kind: Kind;
    readonly detail: NoticeDetails[Kind];
  };
}[NoticeKindName];

/** Never fails and never waits: the work is done after the response. */
export function notify({ notices }: Pick<Services, 'notices'>, notice: NewNotice): void {
  notices.add(notice);
}

export interface NoticeQueue {
  add(notice: NewNotice): void;
}

type NoticeServices = Pick<Services, 'db' | 'clock' | 'mail' | 'config' | 'newId' | 'log'> & {
  readonly background: BackgroundWork;
};

/** Different notices that wait in one process; more than these are dropped and logged. */
const maxWaiting = 1_000;
const mailBounds = { perKind: 1, perMailbox: 10 } as const;
/** An account with more users than this has an administrator who reads the management app. */
const maxMailed = 50;

export function createNoticeQueue(services: NoticeServices): NoticeQueue {
  let waiting = new Map<string, Counted>();
  let isWriting = false;

  async function writeAll(): Promise<void> {
    try {
      while (waiting.size > 0) {
        const batch = [...waiting.values()];
        waiting = new Map();
        for (const notice of batch) await store(notice, services).catch((error) => logFailure(error, notice));
      }
    } finally {
      isWriting = false;
    }
  }

  function logFailure(error: unknown, { to, kind }: NewNotice): void {
    services.log.error({ to, kind, error: String(error) }, 'a notice was not stored');
  }

  return {
    add(notice) {
      const key = `${notice.to} ${notice.kind} ${aboutOf(notice)}`;
      const same = waiting.get(key);
      if (same === undefined && waiting.size >= maxWaiting) {
        services.log.warn({ to: notice.to, kind: notice.kind }, 'a notice was dropped: too many wait');
        return;
      }
      waiting.set(key, { ...notice, count: (same?.count ?? 0) + 1 });
      if (isWriting) return;
      isWriting = true;
      // Without room in the queue of background work it never ran, and the next notice tries again.
      void services.background.start('notices', writeAll).then(() => {
        isWriting = false;
      });
    },
  };
}

type Counted = NewNotice & { readonly count: number };

async function store(notice: Counted, services: NoticeServices): Promise<void> {
  const { db, clock, newId, log, background } = services;
  const { to, kind, detail, count } = notice;
  const account = to === operator ? null : to;
  const time = isoNow(clock);
  const day = time.slice(0, 10);
  const about = aboutOf(notice);
  await storeNotice(db.sql, { id: newId(), account, kind, about, detail: JSON.stringify(detail), time, day, count });
  const part = noticeKind(kind).mailedBy?.(detail) ?? '';
  const once = { scope: mailScope, recipient: `${to} ${kind} ${part}`, most: mailBounds.perKind };
  if (!(await takeAllEmailCounts(db.sql, [once], day))) return;
  log.warn({ to, kind, detail }, 'a notice');
  // Not here: a mail server that does not respond must not hold up other notices.
  void background.start(`notice ${to}`, () => sendMails(notice, day, services));
}

const operator = 'operator';
const mailScope = 'notice';

async function sendMails(notice: NewNotice, day: string, services: NoticeServices): Promise<void> {
  const { db, log, config } = services;
  for (const { email, locale } of await listReaders(notice.to, services)) {
    const bound = { scope: mailScope, recipient: hashedMailbox('notice', email), most: mailBounds.perMailbox };
    if (!(await takeAllEmailCounts(db.sql, [bound], day))) continue;
    const { subject, text, page } = noticeKind(notice.kind);
    const words = mailWords[locale].notice;
    try {
      await sendPersonEmail(
        {
          to: email,
          locale,
          subject: subject(notice.detail, locale, safeInMail),
          before: [text(notice.detail, locale, safeInMail)],
          after: [words.oncePerDay],
          link: { address: `${config.appUrl}${page(notice.detail)}`, label: words.look },
        },
        services,
      );
    } catch (error) {
      // The notice is stored, and the others still get their email.
      log.warn({ kind: notice.kind, error: String((error as Error).cause ?? error) }, 'a notice was not sent by email');
    }
  }
}

const safeInMail: NameFilter = (name) => safeName(name) ?? '';

interface Reader {
  readonly email: string;
  readonly locale: Locale;
}

/** choice: everybody of the account who can sign in; for the operator OPERATOR_EMAIL, else ADMIN_EMAIL, else nobody. */
async function listReaders(to: string, { db, config }: NoticeServices): Promise<Reader[]> {
  if (to !== operator) {
    const users = await listUsers(db.sql, to);
    return users
      .filter(({ disabledAt }) => disabledAt === null)
      .slice(0, maxMailed)
      .map(({ email, settings }) => ({ email, locale: localeIn(settings) }));
  }
  const email = config.operatorEmail;
  if (email === undefined) return [];
  const user = await findUserByEmail(db.sql, email);
  return [{ email, locale: user === undefined ? defaultLocale : localeIn(user.settings) }];
}

function localeIn(settings: string): Locale {
  return localeOf((JSON.parse(settings) as { locale?: string }).locale);
}

function aboutOf({ kind, detail }: NewNotice): string {
  return noticeKind(kind).about(detail);
}

/** Most that a list holds. */
const maxListed = 100;

/** GET /account/notices: in the language of `locale`. */
export async function listOwnNotices(request: ApiRequest, { db }: Pick<Services, 'db'>): Promise<ApiList<Notice>> {
  const { account } = callerOf(request);
  const locale = request.locales[0] ?? defaultLocale;
  const rows = await listNotices(db.sql, { account, limit: maxListed });
  return { data: rows.flatMap((row) => present(row, locale)) };
}

/** None for a kind of a newer version of the service. */
function present({ id, kind, detail, firstTime, lastTime, count }: NoticeRow, locale: Locale): Notice[] {
  const text = noticeText(kind, detail, locale);
  if (text === undefined || !isNoticeKind(kind)) return [];
  const facts = JSON.parse(detail) as NoticeDetails[NoticeKindName];
  return [{ id, kind, text, page: noticeKind(kind).page(facts), detail: { ...facts }, firstTime, lastTime, count }];
}

/** DELETE /account/notices/{noticeId}: for everybody of the account. */
export async function dismissOwnNotice(
  request: ApiRequest<{ noticeId: string }>,
  { db }: Pick<Services, 'db'>,
): Promise<ApiMessage> {
  const id = request.params.noticeId;
  const { account } = callerOf(request);
  const isOwn = await db.transaction((tx) => dismissNotice(tx, { id, account }));
  if (isOwn === undefined) throw errors.noticeNotFound(id);
  if (!isOwn) throw errors.insufficientPermissions();
  return { message: responseText(request, 'noticeDismissed') };
}

declare module '../../base/services.ts' {
  interface Services {
    /** Reports to accounts and to the operator: notify() in notices/notices.ts. */
    readonly notices: NoticeQueue;
  }
}
