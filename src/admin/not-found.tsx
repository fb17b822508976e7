// An address of the app that names nothing.
import { useTexts } from './texts.ts';
import { LinkButton } from './ui/button.tsx';
import { PageHeader } from './ui/page-header.tsx';

export function NotFound() {
  const t = useTexts('shell/notFound');
  return (
    <>
      <PageHeader title={t('title')} />
      <LinkButton href="/admin/" kind="primary">
        {t('forms')}
      </LinkButton>
    </>
  );
}
