// The panel at the side of the table: one entry, with the way to the next and the previous. The table stays usable.
import { useEffect, useRef } from 'preact/hooks';
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { StatusBadge } from '../status-badge.tsx';
import type { TableEntry } from '../table-columns.ts';
import { addressOf, type GridProps } from './grid-props.ts';

export interface PeekPanelProps extends Pick<GridProps, 'form' | 'rows' | 'sheet' | 'onOpen'> {
  readonly entry: TableEntry;
  /** The focus goes back to the row. */
  readonly onClose: () => void;
}

export function PeekPanel({ form, rows, sheet, entry, onOpen, onClose }: PeekPanelProps) {
  const t = useTexts('entries/grid');
  const formats = useFormats();
  const content = useRef<HTMLDivElement>(null);
  const at = rows.indexOf(entry);
  const turn = (by: number) => {
    const next = rows[at + by];
    if (next !== undefined) onOpen(next.id);
  };
  useEffect(() => content.current?.scrollTo({ top: 0 }), [entry.id]);
  const title = t('entry', { number: String(entry.idx) });
  return (
    <section
      class="peek"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div class="peek-head">
        <Button kind="quiet" icon="up" label={t('previous')} isOff={at <= 0} onPress={() => turn(-1)} />
        <Button kind="quiet" icon="down" label={t('next')} isOff={at >= rows.length - 1} onPress={() => turn(1)} />
        <span class="peek-space quiet-text">
          {t('place', { at: formats.number(at + 1), count: formats.number(rows.length) })}
        </span>
        <LinkButton href={addressOf(form, entry.id)}>{t('page')}</LinkButton>
        <Button kind="quiet" icon="close" label={t('close')} onPress={onClose} />
      </div>
      <div {...{ class: 'peek-body', ref: content, tabIndex: 0, role: 'group', 'aria-label': title }}>
        <h2>
          {title} <StatusBadge status={entry.status} />
        </h2>
        {sheet(entry)}
      </div>
    </section>
  );
}
