// Recovery codes, shown once: to copy, or to keep as a file.
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { downloadText } from '../ui/download-text.ts';
import { Notice } from '../ui/notices.tsx';

export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { user } = useApp();
  const t = useTexts('account/factor');
  const list = codes.join('\n');
  const save = () => {
    const head = t('fileHead', { email: user.email, host: location.host });
    downloadText('formstead-recovery-codes.txt', 'text/plain;charset=utf-8', `${head}\n\n${list}\n`);
  };
  return (
    <Dialog
      title={t('codesTitle')}
      onClose={onClose}
      actions={
        <>
          <Button icon="download" onPress={save}>
            {t('download')}
          </Button>
          <Button kind="primary" onPress={onClose}>
            {t('kept')}
          </Button>
        </>
      }
    >
      <Notice kind="warning">{t('codesKeep')}</Notice>
      <CopyField label={t('codes')} text={list} rows={codes.length} />
    </Dialog>
  );
}
