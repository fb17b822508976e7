// Into which account the provider brings somebody new, as the settings say. [identity.provider.account]
import type { OidcConfig } from '../../base/config-oidc.ts';
import type { Claims } from './provider-client.ts';

/** The first rule that fits, else the claim that names an account, else the one account. */
export function accountOfClaims(claims: Claims, oidc: OidcConfig): string | undefined {
  const ruled = oidc.accountRules.find(({ claim, value }) => valuesOf(claims, claim).includes(value));
  if (ruled !== undefined) return ruled.account;
  const named = oidc.accountClaim === undefined ? [] : valuesOf(claims, oidc.accountClaim);
  return named.map((value) => value.toLowerCase()).find((value) => idPattern.test(value)) ?? oidc.account;
}

const idPattern = /^[0-9a-f]{24}$/;

/** Groups and roles come as lists. */
function valuesOf(claims: Claims, claim: string): string[] {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}
