// The frame of pages for who is not signed in: brand, language, title.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { nextLocale } from '../../core/locale/locale-facts.ts';
import type { Locale } from '../page-data.ts';
import { translator } from '../texts.ts';
import { Button } from '../ui/button.tsx';

export interface GuestFrameProps {
  readonly title: string;
  readonly locale: Locale;
  readonly setLocale: (locale: Locale) => void;
  readonly children: ComponentChildren;
}

export function GuestFrame({ title, locale, setLocale, children }: GuestFrameProps) {
  const t = translator('shell/signIn', locale);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main class="sign-in">
      <div class="sign-in-top">
        <p class="brand">
          <span class="brand-mark" aria-hidden="true" />
          Formstead
        </p>
        <Button kind="quiet" onPress={() => setLocale(nextLocale(locale))}>
          <span lang={nextLocale(locale)}>{t('other')}</span>
        </Button>
      </div>
      <h1 tabIndex={-1}>{title}</h1>
      {children}
    </main>
  );
}
