// The head of the pages about the account and its people.
import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';
import { NavTabs, PageHeader } from '../ui/page-header.tsx';

const texts = {
  en: {
    title: 'Account',
    pages: 'Pages of the account',
    profile: 'Profile',
    security: 'Security',
    users: 'People',
    keys: 'API keys',
    usage: 'Usage',
    log: 'Activity',
    settings: 'Settings',
    reference: 'API reference',
  },
  he: {
    title: 'חשבון',
    pages: 'דפי החשבון',
    profile: 'פרופיל',
    security: 'אבטחה',
    users: 'אנשים',
    keys: 'מפתחות API',
    usage: 'שימוש',
    log: 'פעילות',
    settings: 'הגדרות',
    reference: 'תיעוד ה־API',
  },
} as const;

export function AccountHeader({
  here,
  actions,
}: {
  here: 'profile' | 'security' | 'users' | 'keys' | 'usage' | 'log' | 'settings';
  actions?: ComponentChildren;
}) {
  const t = useTexts(texts);
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
