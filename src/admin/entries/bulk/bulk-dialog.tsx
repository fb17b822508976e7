// The dialog of an action on many entries: asked first, then how far it is, with a stop, then how it ended.
import type { ComponentChildren } from 'preact';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notices.tsx';
import { BulkProgress, type BulkProgressProps } from './bulk-progress.tsx';
import type { Bulk } from './use-bulk.ts';

export interface BulkDialogProps extends Omit<BulkProgressProps, 'bulk'> {
  readonly bulk: Bulk;
  readonly title: string;
  /** The button that begins. */
  readonly begin: ComponentChildren;
  readonly onBegin: () => void;
  /** Nothing was done. */
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly children: ComponentChildren;
}

export function BulkDialog({ bulk, title, begin, onBegin, onClose, onDone, children, ...progress }: BulkDialogProps) {
  const t = useTexts('entries/bulk');
  const close = () => {
    if (bulk.isRunning) return;
    if (bulk.seen > 0) onDone();
    else onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={() => !bulk.hasBegun && onBegin()}
      actions={
        bulk.isRunning ? (
          <Button onPress={bulk.stop}>{t('stop')}</Button>
        ) : bulk.hasBegun ? (
          <Button kind="primary" onPress={close}>
            {t('close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cancel')}</Button>
            {begin}
          </>
        )
      }
    >
      {children}
      <BulkProgress bulk={bulk} {...progress} />
      {bulk.error !== undefined && <ErrorNotice error={bulk.error} />}
    </Dialog>
  );
}
