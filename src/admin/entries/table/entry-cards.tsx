// Entries on a narrow screen: one card each, with the first answers.
import { useFormats } from '../../formats.ts';
import { useTexts } from '../../texts.ts';
import { EntryCell, FactCell } from '../entry-cell.tsx';
import { addressOf, type DrawnGridProps } from './grid-props.ts';

const cardFields = 4;

export function EntryCards({ form, rows, facts, fields, arrived, selected, onPick }: DrawnGridProps) {
  const t = useTexts('entries/table');
  const formats = useFormats();
  const isNamed = facts.includes('name');
  const classOf = (id: string) => `card ${arrived.has(id) ? 'arrived ' : ''}${selected.has(id) ? 'selected' : ''}`;
  return (
    <ul class="entry-cards">
      {rows.map((entry, at) => (
        <li key={entry.id} class={classOf(entry.id)}>
          <div class="entry-card-head">
            <input
              type="checkbox"
              aria-label={t('select', { number: String(entry.idx) })}
              checked={selected.has(entry.id)}
              onClick={(event) => onPick(at, event.shiftKey)}
            />
            <a href={addressOf(form, entry.id)}>{t('open', { number: String(entry.idx) })}</a>
            <FactCell entry={entry} name="status" formats={formats} />
          </div>
          {isNamed && entry.name !== undefined && <bdi>{entry.name}</bdi>}
          <dl>
            {fields.slice(0, cardFields).map(({ name, title, read }) => {
              const cell = read(entry.data ?? {});
              return cell.text === '' ? null : (
                <div key={name}>
                  <dt>
                    <bdi>{title}</bdi>
                  </dt>
                  <dd>
                    <EntryCell cell={cell} />
                  </dd>
                </div>
              );
            })}
          </dl>
          <p class="quiet-text">
            <FactCell entry={entry} name="modifyTime" formats={formats} />
          </p>
        </li>
      ))}
    </ul>
  );
}
