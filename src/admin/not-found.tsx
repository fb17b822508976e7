// An address of the app that names nothing.
import { useTexts } from './texts.ts';
import { LinkButton } from './ui/button.tsx';
import { PageHead } from './ui/page-head.tsx';

const texts = {
  en: { title: 'There is nothing at this address', forms: 'To the forms' },
  he: { title: 'אין דבר בכתובת הזאת', forms: 'אל הטפסים' },
} as const;

export function NotFound() {
  const t = useTexts(texts);
  return (
    <>
      <PageHead title={t('title')} />
      <LinkButton href="/admin/" kind="primary">
        {t('forms')}
      </LinkButton>
    </>
  );
}
