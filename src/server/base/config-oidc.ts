// The OIDC_ settings: which identity provider people may sign in with, and into which account it brings new ones.
// [identity.provider] [identity.provider.account] [running.settings]

export interface OidcConfig {
  /** As the provider writes it: a slash at its end counts. */
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined for a client that the provider has as public. */
  readonly clientSecret: string | undefined;
  /** On the button. */
  readonly name: string;
  readonly scope: string;
  /** The account of people whom neither a rule nor a claim places. */
  readonly account: string | undefined;
  /** The claim whose value is the ID of an account. */
  readonly accountClaim: string | undefined;
  readonly accountRules: readonly AccountRule[];
}

/** A user whose claim has the value belongs to the account. */
export interface AccountRule {
  readonly claim: string;
  readonly value: string;
  readonly account: string;
}

export const oidcSettingNames = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPE',
  'OIDC_ACCOUNT',
  'OIDC_ACCOUNT_CLAIM',
  'OIDC_ACCOUNTS',
] as const;
type OidcSettings = Partial<Record<(typeof oidcSettingNames)[number], string>>;

const idPattern = /^[0-9a-f]{24}$/;
const maxNameLength = 60;

/** Undefined without a provider; a text says what is wrong. */
export function readOidc(settings: OidcSettings): OidcConfig | string | undefined {
  const set = oidcSettingNames.filter((name) => settings[name] !== undefined);
  if (set.length === 0) return undefined;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) {
    return `OIDC_ISSUER and OIDC_CLIENT_ID must be set where ${set[0]} is.`;
  }
  if (!isIssuer(issuer))
    return wrong('OIDC_ISSUER', issuer, 'the http or https address of the provider, without ? and #');
  const name = settings.OIDC_NAME?.trim() || new URL(issuer).hostname;
  if (name.length > maxNameLength) return wrong('OIDC_NAME', name, `at most ${maxNameLength} characters long`);
  const scope = settings.OIDC_SCOPE?.trim() ?? 'openid email profile';
  if (!scope.split(/\s+/).includes('openid')) return wrong('OIDC_SCOPE', scope, 'a list with openid in it');
  const account = settings.OIDC_ACCOUNT?.toLowerCase();
  if (account !== undefined && !idPattern.test(account)) return wrong('OIDC_ACCOUNT', account, 'the ID of an account');
  const accountRules = readAccountRules(settings.OIDC_ACCOUNTS);
  if (accountRules === undefined) {
    return wrong(
      'OIDC_ACCOUNTS',
      String(settings.OIDC_ACCOUNTS),
      'a list such as groups=sales:<account ID>,groups=it:<account ID>',
    );
  }
  const { OIDC_CLIENT_SECRET: clientSecret, OIDC_ACCOUNT_CLAIM: accountClaim } = settings;
  return { issuer, clientId, clientSecret, name, scope, account, accountClaim, accountRules };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && search === '' && hash === '' && username === '';
}

function readAccountRules(text: string | undefined): AccountRule[] | undefined {
  const rules = (text ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => /^\s*([^=]+?)\s*=\s*(.+?)\s*:\s*([0-9a-f]{24})\s*$/i.exec(part));
  if (rules.includes(null)) return undefined;
  return rules.map((rule) => {
    const [, claim = '', value = '', account = ''] = rule ?? [];
    return { claim, value, account: account.toLowerCase() };
  });
}

function wrong(name: keyof OidcSettings, value: string, expected: string): string {
  return `${name} (flag --${name.toLowerCase().replaceAll('_', '-')}) is "${value}", but must be ${expected}.`;
}
