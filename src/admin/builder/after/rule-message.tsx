// What a rule says when it is broken, and whether that stops the person: shared by required rules and validators.
import type { MessageLevel } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';

export interface Said {
  readonly message?: string;
  readonly level?: MessageLevel;
}

const levels: readonly MessageLevel[] = ['error', 'warning', 'info', 'success'];

/** Gives both as a rule holds them: what is usual is left out. */
export function RuleMessage({ said, onChange }: { said: Said; onChange: (said: Said) => void }) {
  const t = useTexts('builder/ruleMessage');
  const give = (message: string, level: MessageLevel) =>
    onChange({ ...(message !== '' && { message }), ...(level !== 'error' && { level }) });
  const { message = '', level = 'error' } = said;
  return (
    <>
      <TextField label={t('message')} hint={t('usual')} value={message} onChange={(text) => give(text, level)} />
      <SelectField
        label={t('level')}
        value={level}
        choices={levels.map((value) => ({ value, label: t(value) }))}
        onChange={(value) => give(message, value)}
      />
    </>
  );
}
