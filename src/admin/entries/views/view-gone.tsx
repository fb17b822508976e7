// The address names a view that was deleted, or that a colleague keeps for themselves.
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notices.tsx';

export function ViewGone({ onShow }: { onShow: () => void }) {
  const t = useTexts('entries/views');
  return (
    <Notice kind="info">
      <p>{t('gone')}</p>
      <Button kind="quiet" onPress={onShow}>
        {t('showStandard')}
      </Button>
    </Notice>
  );
}
