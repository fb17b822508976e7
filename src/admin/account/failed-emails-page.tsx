// /admin/account/emails/: emails of all forms that did not reach everybody, why, and sending them again.
// [after-actions.emails.failed]
import type { EntryEmail, FailedEmail } from '../../api-types/notes.ts';
import { Outcome } from '../entry/email-outcome.tsx';
import { Resend } from '../entry/resend-button.tsx';
import { useTexts } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { MoreButton, usePages } from '../use-pages.tsx';
import { AccountHeader } from './account-header.tsx';

export function FailedEmailsPage() {
  const t = useTexts('account/failedEmailsPage');
  const pages = usePages<FailedEmail>('/emails/failed');
  return (
    <>
      <AccountHeader
        here="log"
        actions={
          <LinkButton href="/admin/account/log/" icon="clock">
            {t('activity')}
          </LinkButton>
        }
      />
      <p class="page-intro">{t('intro')}</p>
      <Loaded load={pages.load}>
        {({ data, next }) => {
          // What was sent again stays in its place, with what became of it.
          const change = (at: number) => (email: EntryEmail) =>
            pages.load.setValue({ next, data: data.map((one, place) => (place === at ? { ...one, ...email } : one)) });
          return (
            <>
              {data.length === 0 ? (
                <Empty icon="mail" title={t('none')} />
              ) : (
                <FailedTable data={data} onChange={change} />
              )}
              <MoreButton pages={pages}>{t('older')}</MoreButton>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function FailedTable(props: {
  readonly data: readonly FailedEmail[];
  readonly onChange: (at: number) => (email: EntryEmail) => void;
}) {
  const t = useTexts('account/failedEmailsPage');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section class="table-box" aria-label={t('caption')} tabIndex={0}>
      <table class="table log failed-emails">
        <thead>
          <tr>
            {(['outcome', 'subject', 'entry', 'action'] as const).map((key) => (
              <th key={key} scope="col">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.data.map((email, at) => (
            <FailedRow key={`${email.entry} ${email.id}`} email={email} onChange={props.onChange(at)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FailedRow({ email, onChange }: { email: FailedEmail; onChange: (email: EntryEmail) => void }) {
  const t = useTexts('account/failedEmailsPage');
  const { entry, form, formName, idx, n, error, to = [], subject } = email;
  return (
    <tr>
      <td>
        <Outcome email={email} />
        {email.words === undefined && error !== undefined && <p dir="auto">{error}</p>}
      </td>
      <td>
        <p>
          <bdi>{subject || t('noSubject')}</bdi>
        </p>
        {to.length > 0 && (
          <p class="quiet-text">
            <bdi>{t('to', { to: to.join(', ') })}</bdi>
          </p>
        )}
      </td>
      <td>
        <a href={`/admin/entries/${form}/${entry}/`}>
          <bdi>{formName || t('noName')}</bdi> #{idx}
        </a>
      </td>
      <td>
        {email.canResend && n !== undefined && (
          <Resend email={email} path={`/entry/${entry}/emails/${n}/resend`} onChange={onChange} />
        )}
      </td>
    </tr>
  );
}
