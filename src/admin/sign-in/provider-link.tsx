// The way in through the identity provider, where the operator has set one: an ordinary link that leaves the page.
import type { Locale, PageData } from '../page-data.ts';
import { translator } from '../texts.ts';
import { LinkButton } from '../ui/button.tsx';

export interface ProviderLinkProps {
  readonly provider: PageData['provider'];
  readonly locale: Locale;
  /** The page behind stays as it is: the provider opens beside it. */
  readonly isBeside?: boolean;
  /** Where to go afterwards, if not to the page itself: then nothing else is offered below. */
  readonly to?: string;
}

export function ProviderLink({ provider, locale, isBeside = false, to: target }: ProviderLinkProps) {
  const t = translator('shell/signIn', locale);
  if (provider === undefined) return null;
  const to = target ?? (isBeside ? '/auth/provider/done' : location.pathname + location.search);
  return (
    <div class="sign-in-provider">
      <LinkButton href={`/auth/provider?${new URLSearchParams({ to, locale })}`} isOutside={isBeside}>
        {t('provider', { name: provider.name })}
      </LinkButton>
      {target === undefined && <p class="quiet-text">{t('or')}</p>}
    </div>
  );
}
