// All that came over, one line each, with what is to be known about it: also what the preview shows only after some answers.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ImportedForm } from '../../../import-forms/import-form.ts';
import { ElementIcon } from '../../builder/outline/element-icon.tsx';
import { kindOf } from '../../builder/tree/element-kinds.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { FormOutline, OutlineRow } from './outline-form.ts';

export interface ImportOutlineProps {
  readonly imported: ImportedForm;
  readonly outline: FormOutline;
  readonly wanted: { readonly path: string } | undefined;
}

const rowsAtOnce = 500;
const maxIndent = 6;

export function ImportOutline({ imported, outline, wanted }: ImportOutlineProps) {
  const t = useTexts('forms/import');
  const list = useRef<HTMLOListElement>(null);
  const { rows } = outline;
  const [limit, setLimit] = useState(rowsAtOnce);
  const wantedAt = wanted === undefined ? -1 : rows.findIndex(({ path }) => path === wanted.path);
  const shown = Math.max(limit, wantedAt + 50);
  const notes = useMemo(() => {
    const byPath = new Map<string, string[]>();
    for (const { where, what } of imported.notes) {
      const path = imported.places.get(where);
      if (path !== undefined) byPath.set(path, [...(byPath.get(path) ?? []), what]);
    }
    return byPath;
  }, [imported]);
  useEffect(() => {
    const row = list.current?.children[wantedAt] as HTMLElement | undefined;
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  return (
    <div class="card import-outline">
      <ol ref={list} aria-label={t('outline')}>
        {rows.slice(0, shown).map((row, at) => (
          <Row key={row.path} row={row} notes={notes.get(row.path)} isWanted={at === wantedAt} />
        ))}
      </ol>
      {rows.length > shown && (
        <Button onPress={() => setLimit(shown + 4 * rowsAtOnce)}>{t('more', { count: rows.length - shown })}</Button>
      )}
    </div>
  );
}

function Row({ row, notes, isWanted }: { row: OutlineRow; notes: readonly string[] | undefined; isWanted: boolean }) {
  const t = useTexts('forms/import');
  const kinds = useTexts('builder/kind');
  const { element, title, level } = row;
  const kind = kindOf(element);
  const isHeading = element.type.startsWith('c');
  return (
    <li
      class={isWanted ? 'import-row import-wanted' : 'import-row'}
      tabIndex={-1}
      style={{ '--level': Math.min(level, maxIndent) - 1 }}
    >
      <ElementIcon name={kind} size={18} />
      <div>
        <p>
          <bdi class={isHeading ? 'import-row-heading' : ''}>{title}</bdi>
          {element.reqValidator === true && <span class="quiet-text"> · {t('required')}</span>}
          {typeof element.relevant === 'string' && <span class="quiet-text"> · {t('conditional')}</span>}
        </p>
        <p class="quiet-text">{kinds(kind)}</p>
        {notes?.map((note, at) => (
          <p key={at} class="import-row-note" dir="auto">
            <Icon name="warning" size={16} />
            <span>{note}</span>
          </p>
        ))}
      </div>
    </li>
  );
}
