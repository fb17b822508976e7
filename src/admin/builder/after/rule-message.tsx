// What a rule says when it is broken, and whether that stops the person: shared by required rules and validators.
import type { MessageLevel } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';

export interface Said {
  readonly message?: string;
  readonly level?: MessageLevel;
}

const texts = {
  en: {
    message: 'Custom message',
    usual: 'When empty, the standard message is shown.',
    level: 'When it fails',
    error: 'Error: must be fixed',
    warning: 'Warning: shown, does not block',
    info: 'Note: shown, does not block',
    success: 'Success: shown, does not block',
  },
  he: {
    message: 'הודעה מותאמת',
    usual: 'כשהשדה הזה ריק מוצגת ההודעה הרגילה.',
    level: 'כשהכלל לא מתקיים',
    error: 'שגיאה: חייבים לתקן',
    warning: 'אזהרה: מוצגת ולא חוסמת',
    info: 'הערה: מוצגת ולא חוסמת',
    success: 'הצלחה: מוצגת ולא חוסמת',
  },
} as const;

const levels: readonly MessageLevel[] = ['error', 'warning', 'info', 'success'];

/** Gives both as a rule holds them: what is usual is left out. */
export function RuleMessage({ said, onChange }: { said: Said; onChange: (said: Said) => void }) {
  const t = useTexts(texts);
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
