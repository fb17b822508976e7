// Which columns the table shows. The choice is kept on the device, for this form.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { factTexts } from './entries-texts.ts';
import { type FieldColumn, factNames } from './table-columns.ts';

const texts = {
  en: {
    title: 'Columns of the table',
    note: 'The number of the entry always comes first. Your choice is kept on this device.',
    standard: 'Standard columns',
    done: 'Done',
  },
  he: {
    title: 'עמודות הטבלה',
    note: 'מספר הרשומה מופיע תמיד ראשון. הבחירה נשמרת במכשיר הזה.',
    standard: 'העמודות הרגילות',
    done: 'סיום',
  },
} as const;

export interface ColumnsDialogProps {
  readonly fields: readonly FieldColumn[];
  readonly chosen: readonly string[];
  /** undefined: the standard ones. */
  readonly onChange: (names: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ fields, chosen, onChange, onClose }: ColumnsDialogProps) {
  const t = useTexts(texts);
  const fact = useTexts(factTexts);
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" onPress={() => onChange(undefined)}>
            {t('standard')}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t('done')}
          </Button>
        </>
      }
    >
      <p class="quiet-text">{t('note')}</p>
      <ColumnPicker
        facts={factNames.map((name) => ({ name, title: fact(name) }))}
        fields={fields}
        chosen={new Set(chosen)}
        onChange={onChange}
      />
    </Dialog>
  );
}
