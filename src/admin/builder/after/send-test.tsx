// "Send a test to me": the email as it is now, with the sample that the previews use. [after-actions.emails.try]
import { useState } from 'preact/hooks';
import type { TestEmail } from '../../../api-types/notes.ts';
import type { EmailRule, FormDefinition } from '../../../core/definition/form-definition.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, useErrorText } from '../../ui/notices.tsx';
import type { Sample } from './sample-scope.ts';

export interface SendTestProps {
  readonly rule: EmailRule;
  readonly formId: string;
  readonly definition: FormDefinition;
  readonly sample: Sample;
}

interface Outcome {
  readonly kind: 'good' | 'warning' | 'error';
  readonly text: string;
}

export function SendTest({ rule, formId, definition, sample }: SendTestProps) {
  const t = useTexts('builder/card');
  const { api } = useApp();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const send = async () => {
    setBusy(true);
    setOutcome(undefined);
    const { data, entry } = sample;
    const body = { email: rule, form: definition, ...(entry === undefined ? { data } : { entry: entry.id }) };
    try {
      const sent = await api.call<TestEmail>(`/form/${formId}/emails/test`, { body });
      setOutcome(read(sent));
    } catch (error) {
      setOutcome({ kind: 'error', text: t('testFailed', { why: errorText(error) }) });
    }
    setBusy(false);
  };
  const read = ({ state, to, words = '', error = '' }: TestEmail): Outcome => {
    if (state === 'outbox') return { kind: 'warning', text: t('testOutbox') };
    if (state !== 'sent') return { kind: 'error', text: t('testFailed', { why: words || error }) };
    return { kind: error === '' ? 'good' : 'warning', text: `${t('testSent', { to })} ${error}`.trim() };
  };
  return (
    <div class="send-test">
      <Button icon="mail" isBusy={isBusy} onPress={() => void send()}>
        {t(isBusy ? 'testing' : 'test')}
      </Button>
      <div role="status">{outcome !== undefined && <Notice kind={outcome.kind}>{outcome.text}</Notice>}</div>
    </div>
  );
}
