// An address of the app that names nothing.
import { useTexts } from './texts.ts';
import { LinkButton } from './ui/button.tsx';
import { PageHeader } from './ui/page-header.tsx';

const texts = {
  en: { title: 'There is nothing at this address', forms: 'Go to forms' },
  he: { title: 'אין דבר בכתובת הזאת', forms: 'אל הטפסים' },
} as const;

export function NotFound() {
  const t = useTexts(texts);
  return (
    <>
      <PageHeader title={t('title')} />
      <LinkButton href="/admin/" kind="primary">
        {t('forms')}
      </LinkButton>
    </>
  );
}
