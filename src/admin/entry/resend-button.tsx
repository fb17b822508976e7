// Sends an email of an entry again, after a question. [after-actions.emails.resend]
import { useState } from 'preact/hooks';
import type { EntryEmail } from '../../api-types/notes.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { useErrorText } from '../ui/notices.tsx';

export function Resend(props: {
  readonly email: EntryEmail;
  /** Of the request. */
  readonly path: string;
  readonly onChange: (email: EntryEmail) => void;
}) {
  const { email, path, onChange } = props;
  const { api, ask, notify } = useApp();
  const t = useTexts('entries/email');
  const state = useTexts('entries/state');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const resend = async () => {
    const to = (email.to ?? []).join(', ');
    if (!(await ask({ title: t('resendTitle'), text: t('resendText', { to }), confirm: t('resend') }))) return;
    setBusy(true);
    try {
      const sent = await api.call<EntryEmail>(path, { method: 'POST' });
      onChange(sent);
      notify(state(sent.state), sent.state === 'sent' ? 'good' : 'bad');
    } catch (error) {
      notify(errorText(error), 'bad');
    }
    setBusy(false);
  };
  return (
    <Button kind="quiet" icon="refresh" isBusy={isBusy} onPress={() => void resend()}>
      {t('resend')}
    </Button>
  );
}
