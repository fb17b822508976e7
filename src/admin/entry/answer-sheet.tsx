// An entry as a sheet of questions and answers, to be read and printed: on its page, and beside the table of entries.
import { useMemo } from 'preact/hooks';
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { useTexts } from '../texts.ts';
import { CheckField } from '../ui/fields.tsx';
import { sheetReader } from './describe-sheet.ts';
import { SheetBlocks } from './sheet-blocks.tsx';
import { useKeptSwitch } from './use-kept-switch.ts';
import { withoutEmpty } from './without-empty.ts';

export interface AnswerSheetProps {
  readonly form: ApiForm;
  readonly entry: Pick<ApiEntry, 'data'>;
  /** In a narrow panel: questions above their answers. */
  readonly isCompact?: boolean;
  /** A heading of the second level; without it the panel around has one. */
  readonly title?: string;
}

export function AnswerSheet({ form, entry, isCompact = false, title }: AnswerSheetProps) {
  const t = useTexts('entries/sheet');
  const [hidesEmpty, setHidesEmpty] = useKeptSwitch('formstead-hide-empty', true);
  const read = useMemo(() => sheetReader(form), [form]);
  const sheet = useMemo(() => read(entry.data), [read, entry.data]);
  const { blocks, emptyCount } = useMemo(() => withoutEmpty(sheet.blocks), [sheet]);
  const isEmpty = blocks.length === 0 && sheet.others.length === 0;
  const shown = hidesEmpty ? blocks : sheet.blocks;
  return (
    <div class={isCompact ? 'sheet is-compact' : 'sheet'}>
      {(title !== undefined || emptyCount > 0) && (
        <div class="sheet-top">
          {title !== undefined && <h2>{title}</h2>}
          {emptyCount > 0 && (
            <CheckField label={t('hideEmpty', { count: emptyCount })} isChecked={hidesEmpty} onChange={setHidesEmpty} />
          )}
        </div>
      )}
      {isEmpty && <p class="quiet-text sheet-nothing">{t('nothing')}</p>}
      <SheetBlocks blocks={shown} level={3} />
      {sheet.others.length > 0 && (
        <SheetBlocks blocks={[{ kind: 'group', title: t('others'), blocks: sheet.others }]} level={3} />
      )}
    </div>
  );
}
