// The emails of an entry: what became of each, what it said, and sending it again. [after-actions.emails.states]
import { useState } from 'preact/hooks';
import type { ApiEntry, ApiSentEmail } from '../../api-types/entries.ts';
import type { EntryEmails as Emails, EntryEmail } from '../../api-types/notes.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded, Notice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { EmailFrame } from './email-frame.tsx';
import { Outcome } from './email-outcome.tsx';
import { Resend } from './resend-button.tsx';

export function EntryEmails({ entry }: { entry: ApiEntry }) {
  const { api } = useApp();
  const t = useTexts('entries/email');
  const path = `/entry/${entry.id}/emails`;
  const load = useLoad((signal) => api.call<Emails>(path, { signal }), [path, entry.changedAt]);
  return (
    <section class="card stack" aria-label={t('emails')}>
      <h2>{t('emails')}</h2>
      <Loaded load={load}>
        {({ data, isMailSetUp }) => {
          const change = (email: EntryEmail) =>
            load.setValue({ isMailSetUp, data: data.map((one) => (one.n === email.n ? email : one)) });
          return (
            <>
              {data.length === 0 && <p class="quiet-text">{t('noEmails')}</p>}
              {data.length > 0 && !isMailSetUp && <MailNotSetUp />}
              <ul class="email-list">
                {data.toReversed().map((email, at) => (
                  <Email
                    key={email.id ?? `waits ${at}`}
                    email={email}
                    sent={email.n === undefined ? undefined : entry.sentEmails[email.n]}
                    path={path}
                    onChange={change}
                  />
                ))}
              </ul>
              {data.some(({ state }) => state === 'waiting') && (
                <div>
                  <Button kind="quiet" icon="refresh" isBusy={load.isLoading} onPress={load.reload}>
                    {t('lookAgain')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function MailNotSetUp() {
  const t = useTexts('entries/email');
  return (
    <Notice kind="warning">
      <p>{t('notSetUp')}</p>
      <p>{t('notSetUpHow')}</p>
    </Notice>
  );
}

interface EmailProps {
  readonly email: EntryEmail;
  /** As the entry records it; missing while it waits. */
  readonly sent: ApiSentEmail | undefined;
  readonly path: string;
  readonly onChange: (email: EntryEmail) => void;
}

function Email({ email, sent, path, onChange }: EmailProps) {
  const t = useTexts('entries/email');
  const [isOpen, setOpen] = useState(false);
  const { subject: words = sent?.subject, n, error } = email;
  const subject = words === undefined ? t('waitingEmail') : words || t('noSubject');
  return (
    <li class="stack tight">
      <p>
        <strong>
          <bdi>{subject}</bdi>
        </strong>
      </p>
      <Outcome email={email} />
      {/* Of the first attempt: what came later has words of its own, and a refusal the server's. */}
      {error !== undefined && email.attempts.length < 2 && email.state !== 'refused' && (
        <p class="field-error" dir="auto">
          {error}
        </p>
      )}
      <People email={email} sent={sent} />
      {email.attempts.length > 1 && <Attempts email={email} />}
      {n !== undefined && sent !== undefined && (
        <div class="buttons">
          <Button kind="quiet" icon="mail" isPressed={isOpen} onPress={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hide' : 'show')}
          </Button>
          {email.canResend && <Resend email={email} path={`${path}/${n}/resend`} onChange={onChange} />}
        </div>
      )}
      {isOpen && sent !== undefined && <Body sent={sent} subject={subject} />}
    </li>
  );
}

function People({ email, sent }: Pick<EmailProps, 'email' | 'sent'>) {
  const t = useTexts('entries/email');
  const from = sent && (sent.from.name ? `${sent.from.name} <${sent.from.address}>` : sent.from.address);
  const people: [string, readonly string[]][] = [
    [t('to'), sent?.to ?? email.to ?? []],
    [t('sentFrom'), from === undefined ? [] : [from]],
    [t('replyTo'), sent?.replyTo ?? []],
    [t('testTo'), sent?.testEmailAddress ?? []],
  ];
  return (
    <dl class="facts">
      {people
        .filter(([, addresses]) => addresses.length > 0)
        .map(([label, addresses]) => (
          <>
            <dt key={`${label} term`}>{label}</dt>
            <dd key={label}>
              <bdi>{addresses.join(', ')}</bdi>
            </dd>
          </>
        ))}
    </dl>
  );
}

/** Newest first; the last one is the state of the email itself. */
function Attempts({ email: { attempts } }: { email: EntryEmail }) {
  const t = useTexts('entries/email');
  return (
    <details>
      <summary>{t('attempts', { count: attempts.length })}</summary>
      <ol class="attempt-list">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.time} class="stack tight">
            <p class="quiet-text">
              {attempt.by === undefined ? t('first') : t('again', { name: attempt.by.name || t('formerMember') })}
            </p>
            <Outcome email={attempt} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function Body({ sent, subject }: { sent: ApiSentEmail; subject: string }) {
  const t = useTexts('entries/email');
  if (sent.html !== undefined) return <EmailFrame html={sent.html} title={t('emailBody', { subject })} />;
  return (
    <pre class="email-text" dir="auto">
      {sent.text}
    </pre>
  );
}
