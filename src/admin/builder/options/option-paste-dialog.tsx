// Options out of a spreadsheet: the pasted cells, what they are taken for, and a look at the result before it is used.
import { useState } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import type { Line, OptionLine } from './option-lines.ts';
import { readTable, tableLines } from './option-text.ts';

export interface OptionPasteDialogProps {
  readonly text: string;
  readonly onClose: () => void;
  readonly onTake: (lines: Line[], isReplacing: boolean) => void;
}

type Order = 'valueLabel' | 'labelValue' | 'oneColumn';

const columnsOf: Readonly<Record<Order, { valueColumn: number; labelColumn: number }>> = {
  valueLabel: { valueColumn: 0, labelColumn: 1 },
  labelValue: { valueColumn: 1, labelColumn: 0 },
  oneColumn: { valueColumn: 0, labelColumn: 0 },
};

const shownRows = 6;

export function OptionPasteDialog({ text: first, onClose, onTake }: OptionPasteDialogProps) {
  const t = useTexts('builder/options');
  const [text, setText] = useState(first);
  const [hasHead, setHead] = useState(false);
  const [order, setOrder] = useState<Order>('valueLabel');
  const table = readTable(text);
  const lines = tableLines(table, { hasHead, ...columnsOf[table.columns < 2 ? 'oneColumn' : order] }) as OptionLine[];
  const isNothing = lines.length === 0;
  return (
    <Dialog
      title={t('pasteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button isOff={isNothing} onPress={() => onTake(lines, true)}>
            {t('replace')}
          </Button>
          <Button kind="primary" isOff={isNothing} onPress={() => onTake(lines, false)}>
            {t('add')}
          </Button>
        </>
      }
    >
      <TextField label={t('pasteLabel')} rows={6} value={text} onChange={setText} isFirst />
      <div role="status">
        <p class={isNothing ? 'hint' : ''}>
          {isNothing ? t('pasteNothing') : t('recognised', { count: lines.length })}
        </p>
        {table.columns > 2 && <p class="hint">{t('left')}</p>}
      </div>
      {table.columns > 1 && (
        <SelectField
          label={t('order')}
          value={order}
          choices={(['valueLabel', 'labelValue', 'oneColumn'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setOrder}
        />
      )}
      {table.rows.length > 1 && <CheckField label={t('first')} isChecked={hasHead} onChange={setHead} />}
      {!isNothing && (
        <div class="table-box">
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('columnValue')}</th>
                <th scope="col">{t('columnLabel')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, shownRows).map((line, at) => (
                <tr key={at}>
                  <td dir="auto">{String(line.value)}</td>
                  <td dir="auto">{line.label}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lines.length > shownRows && <p class="hint">{t('andMore', { count: lines.length - shownRows })}</p>}
    </Dialog>
  );
}
