// One field of a change: what it is called, what was there and what is there since.
import { useTexts } from '../texts.ts';

export interface ChangedValuesProps {
  readonly labels: readonly string[];
  readonly old: string | undefined;
  readonly now: string | undefined;
  readonly row: 'added' | 'removed' | undefined;
  /** Neither value was kept. */
  readonly isCut?: boolean;
}

export function ChangedValues({ labels, old, now, row, isCut = false }: ChangedValuesProps) {
  const t = useTexts('entries/history');
  return (
    <div class="changed-field">
      <p class="changed-label">
        {labels.map((label, at) => (
          <span key={at}>
            {at > 0 && ' › '}
            <bdi>{label}</bdi>
          </span>
        ))}
        {row !== undefined && <span class="quiet-text"> · {t(row === 'added' ? 'rowAdded' : 'rowRemoved')}</span>}
      </p>
      {!isCut && row !== 'added' && (
        <p class="changed-old">
          <span class="visually-hidden">{t('before')} </span>
          <Value text={old} tag="del" />
        </p>
      )}
      {!isCut && row !== 'removed' && (
        <p class="changed-new">
          <span class="visually-hidden">{t('after')} </span>
          <Value text={now} tag="ins" />
        </p>
      )}
    </div>
  );
}

const maxLength = 600;

function Value({ text, tag: Tag }: { text: string | undefined; tag: 'del' | 'ins' }) {
  const t = useTexts('entries/history');
  if (text === undefined || text === '') return <i class="quiet-text">{t('nothing')}</i>;
  return (
    <Tag>
      <bdi>{text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}</bdi>
    </Tag>
  );
}
