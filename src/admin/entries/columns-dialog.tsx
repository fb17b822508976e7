// Which columns the table shows. The choice is kept on the device, for this form.
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { type FieldColumn, factNames } from './table-columns.ts';

export interface ColumnsDialogProps {
  readonly fields: readonly FieldColumn[];
  readonly chosen: readonly string[];
  /** undefined: the standard ones. */
  readonly onChange: (names: readonly string[] | undefined) => void;
  readonly onClose: () => void;
}

export function ColumnsDialog({ fields, chosen, onChange, onClose }: ColumnsDialogProps) {
  const t = useTexts('entries/columnsDialog');
  const fact = useTexts('entries/fact');
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
