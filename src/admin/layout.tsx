// The frame of every page: the main menu and the person's own. On a phone the menu is at the bottom, under the thumb.

import type { ComponentChildren } from 'preact';
import type { User } from '../api-types/identity.ts';
import { nextLocale } from '../core/locale/locale-facts.ts';
import { useApp } from './app-context.ts';
import type { Theme } from './page-data.ts';
import { useTexts } from './texts.ts';
import { Icon } from './ui/icon.tsx';
import { Menu } from './ui/menu.tsx';
import { useErrorText } from './ui/notices.tsx';

export function Layout({ menu, children }: { menu: string | undefined; children: ComponentChildren }) {
  const t = useTexts('shell/layout');
  const links = [
    { key: 'forms', href: '/admin/', icon: 'form', label: t('forms') },
    { key: 'sets', href: '/admin/sets/', icon: 'sets', label: t('sets') },
    { key: 'account', href: '/admin/account/', icon: 'gear', label: t('account') },
  ] as const;
  return (
    <>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <header class="top">
        <a class="brand" href="/admin/">
          <span class="brand-mark" aria-hidden="true" />
          Formstead
        </a>
        <nav class="main-menu" aria-label={t('menu')}>
          {links.map(({ key, href, icon, label }) => (
            <a key={key} href={href} aria-current={menu === key ? 'true' : undefined}>
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </nav>
        <OwnMenu />
      </header>
      <main id="content">{children}</main>
    </>
  );
}

/** Who is signed in, language and theme. */
export function OwnMenu() {
  const { user, locale, api, setUser, signOut, notify } = useApp();
  const t = useTexts('shell/layout');
  const errorText = useErrorText();
  const change = async (settings: { locale?: string; theme?: Theme }) => {
    try {
      setUser(await api.call<User>('/me', { method: 'PATCH', body: { settings } }));
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const chosen = user.settings.theme ?? 'auto';
  return (
    <Menu
      label={`${t('you')}: ${user.name}`}
      icon="person"
      isIconOnly
      items={[
        { label: user.name || user.email, icon: 'person', href: '/admin/account/' },
        { label: t('language'), icon: 'language', onSelect: () => void change({ locale: nextLocale(locale) }) },
        ...(['auto', 'light', 'dark'] as const).map((theme) => ({
          label: t(theme),
          isChecked: theme === chosen,
          onSelect: () => void change({ theme }),
        })),
        { label: t('reference'), icon: 'code', href: '/docs/' },
        { label: t('signOut'), icon: 'out', onSelect: () => void signOut() },
      ]}
    />
  );
}
