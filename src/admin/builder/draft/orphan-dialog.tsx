// Before a save that leaves collected data without a place: what exactly, and in how many entries.
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Orphan } from './orphans.ts';

const lines = { gone: 'orphanGone', type: 'orphanType', options: 'orphanOptions' } as const;

export interface OrphanDialogProps {
  readonly orphans: readonly Orphan[];
  /** Of entries that the form has. */
  readonly count: number;
  readonly onSave: () => void;
  readonly onClose: () => void;
}

export function OrphanDialog({ orphans, count, onSave, onClose }: OrphanDialogProps) {
  const t = useTexts('builder/builder');
  return (
    <Dialog
      title={t('orphanTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('keepEditing')}</Button>
          <Button kind="danger" onPress={onSave}>
            {t('saveAnyway')}
          </Button>
        </>
      }
    >
      <p>{t('orphanText', { count })}</p>
      <ul class="orphans">
        {orphans.map(({ path, label, kind, options = [] }) => (
          <li key={path} dir="auto">
            {t(lines[kind], {
              title: `\u2068${label}\u2069`,
              options: options.map((one) => `\u2068${one}\u2069`).join(', '),
            })}{' '}
            <code class="mono" dir="ltr">
              {path}
            </code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
