// The head of the pages about the account and its people.
import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { NavTabs, PageHeader } from '../ui/page-header.tsx';

export function AccountHeader({
  here,
  actions,
}: {
  here: 'profile' | 'security' | 'users' | 'keys' | 'usage' | 'log' | 'settings';
  actions?: ComponentChildren;
}) {
  const t = useTexts('account/accountHeader');
  const tabs = [
    { key: 'profile', href: '/admin/account/', icon: 'person' },
    { key: 'security', href: '/admin/account/security/', icon: 'lock' },
    { key: 'users', href: '/admin/account/users/', icon: 'people' },
    { key: 'keys', href: '/admin/account/keys/', icon: 'key' },
    { key: 'usage', href: '/admin/account/usage/', icon: 'chart' },
    { key: 'log', href: '/admin/account/log/', icon: 'clock' },
    { key: 'settings', href: '/admin/account/settings/', icon: 'gear' },
  ] as const;
  return (
    <>
      <PageHeader
        title={t('title')}
        windowTitle={`${t(here)} · ${t('title')}`}
        actions={
          <>
            <LinkButton href="/docs/" kind="quiet" icon="code" isOutside>
              {t('reference')}
            </LinkButton>
            {actions}
          </>
        }
      />
      <NavTabs
        label={t('pages')}
        tabs={tabs.map(({ key, href, icon }) => ({ href, icon, label: t(key), isHere: key === here }))}
      />
    </>
  );
}
