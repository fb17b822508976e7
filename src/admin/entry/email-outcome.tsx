// What became of an email, in words, with those of the mail server. [after-actions.emails.states]
import type { EmailState, EntryEmail } from '../../api-types/notes.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { stateKinds } from './email-texts.ts';

export function Outcome({ email: { state, time, words } }: { email: Pick<EntryEmail, 'state' | 'time' | 'words'> }) {
  const t = useTexts('entries/email');
  const formats = useFormats();
  return (
    <>
      <p>
        <StateBadge state={state} />{' '}
        <time class="quiet-text" dateTime={time}>
          {formats.dateTime(time)}
        </time>
      </p>
      {words !== undefined && (
        <p class="quiet-text server-words">
          {t('serverSaid')}{' '}
          <bdi class="mono" dir="ltr">
            {words}
          </bdi>
        </p>
      )}
    </>
  );
}

function StateBadge({ state }: { state: EmailState }) {
  const t = useTexts('entries/state');
  return <span class={`badge ${stateKinds[state]}`}>{t(state)}</span>;
}
