// The emails that were sent for an entry, as they are recorded. [after-actions.emails.recorded]
import { useState } from 'preact/hooks';
import type { ApiEntry, ApiSentEmail } from '../../api-types/entries.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { EmailFrame } from './email-frame.tsx';
import { entryTexts } from './entry-texts.ts';

export function EntryEmails({ entry }: { entry: ApiEntry }) {
  const t = useTexts(entryTexts);
  const timeOf = ({ action }: ApiSentEmail) => entry.actions.find(({ id }) => id === action)?.time;
  return (
    <section class="card">
      <h2>{t('emails')}</h2>
      {entry.sentEmails.length === 0 && <p class="quiet-text">{t('noEmails')}</p>}
      <ul class="email-list">
        {[...entry.sentEmails].reverse().map((email) => (
          <Email key={email.id} email={email} time={timeOf(email)} />
        ))}
      </ul>
    </section>
  );
}

function Email({ email, time }: { email: ApiSentEmail; time: string | undefined }) {
  const t = useTexts(entryTexts);
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const subject = email.subject || t('noSubject');
  const people: [string, readonly string[] | undefined][] = [
    [t('to'), email.to],
    [t('sentFrom'), [email.from.name ? `${email.from.name} <${email.from.address}>` : email.from.address]],
    [t('replyTo'), email.replyTo],
    [t('testTo'), email.testEmailAddress],
  ];
  return (
    <li class="stack tight">
      <p>
        <strong>
          <bdi>{subject}</bdi>
        </strong>{' '}
        {email.error !== undefined && <span class="badge danger">{t('emailFailed')}</span>}
      </p>
      {email.error !== undefined && (
        <p class="field-error" dir="auto">
          {email.error}
        </p>
      )}
      <dl class="facts">
        {people
          .filter(([, addresses]) => addresses !== undefined && addresses.length > 0)
          .map(([label, addresses]) => (
            <>
              <dt key={`${label} term`}>{label}</dt>
              <dd key={label}>
                <bdi>{addresses?.join(', ')}</bdi>
              </dd>
            </>
          ))}
      </dl>
      {time !== undefined && (
        <p class="quiet-text">
          <time dateTime={time}>{formats.dateTime(time)}</time>
        </p>
      )}
      <div>
        <Button kind="quiet" icon="mail" isPressed={isOpen} onPress={() => setOpen(!isOpen)}>
          {t(isOpen ? 'hide' : 'show')}
        </Button>
      </div>
      {isOpen &&
        (email.html === undefined ? (
          <pre class="email-text" dir="auto">
            {email.text ?? ''}
          </pre>
        ) : (
          <EmailFrame html={email.html} title={t('emailBody', { subject })} />
        ))}
    </li>
  );
}
