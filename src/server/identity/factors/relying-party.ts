// Who we are to passkeys: the host of the management app and the addresses its pages may have. [identity.factors.passkey]
import type { Config } from '../../base/config.ts';

export interface RelyingParty {
  readonly id: string;
  readonly origins: string[];
}

export function relyingParty({ appUrl, publicUrl }: Pick<Config, 'appUrl' | 'publicUrl'>): RelyingParty {
  const app = new URL(appUrl);
  return { id: app.hostname, origins: [...new Set([app.origin, new URL(publicUrl).origin])] };
}
