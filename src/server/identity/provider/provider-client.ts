// The conversation with the identity provider: OpenID Connect, code flow, with PKCE, state and nonce. Its metadata is asked for
// when somebody first wants to sign in, so a provider that is away stops no start. [identity.provider] [identity.provider.token]
// [identity.provider.away]
import type { Configuration, ServerMetadata } from 'openid-client';
import type { Locale } from '../../../core/locale/locale.ts';
import type { Clock } from '../../base/clock.ts';
import type { OidcConfig } from '../../base/config-oidc.ts';
import { boundedFetch, ProviderAwayError } from './bounded-fetch.ts';
import type { KeptSignIn } from './kept-sign-in.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Who the provider says it is. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** When the person last proved to the provider who they are; undefined where it does not say. */
  readonly provedAt: number | undefined;
  /** Of the ID token. */
  readonly claims: Claims;
  /** What the provider gives out only when asked again. */
  loadProfile(): Promise<Claims>;
}

export interface ProviderClient {
  readonly name: string;
  /** Where to send the person, and what their browser keeps meanwhile. */
  begin(options: { locale: Locale; asksAgain: boolean }): Promise<Begun>;
  /** `callback` is the address that the provider sent the person back to. Throws a ProviderError. */
  finish(callback: URL, kept: Pick<KeptSignIn, 'state' | 'nonce' | 'codeVerifier'>): Promise<ProviderIdentity>;
  /** Where the person signs out of the provider; undefined where it has no such address. */
  findEndSessionUrl(): Promise<string | undefined>;
}

export type Begun = Pick<KeptSignIn, 'state' | 'nonce' | 'codeVerifier'> & { readonly url: string };

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  constructor(
    readonly reason: 'away' | 'cancelled' | 'failed',
    cause: unknown,
  ) {
    super(`sign-in by the identity provider: ${reason}`, { cause });
  }
}

/** Seconds that the clocks of both sides may differ by. */
const clockToleranceSeconds = 30;
/** For one request. */
const timeoutSeconds = 10;
const metadataMs = 60 * 60_000;

type Library = typeof import('openid-client');

export function createProviderClient(options: { oidc: OidcConfig; appUrl: string; clock: Clock }): ProviderClient {
  const { oidc, appUrl, clock } = options;
  const redirectUri = `${appUrl}/auth/provider/callback`;
  let metadata: { readonly value: Promise<ServerMetadata>; readonly loadedAt: number } | undefined;
  let keys: ReturnType<Library['getJwksCache']>;

  /** Kept for an hour. Whoever asks while it is loaded shares it; one that could not be loaded is asked for again. */
  async function getMetadata(library: Library): Promise<ServerMetadata> {
    if (metadata === undefined || performance.now() - metadata.loadedAt > metadataMs) {
      const value = discover(library, oidc);
      const mine = { value, loadedAt: performance.now() };
      metadata = mine;
      value.catch(() => {
        if (metadata === mine) metadata = undefined;
      });
    }
    return metadata.value;
  }

  async function configure(): Promise<{ library: Library; config: Configuration }> {
    const library = await import('openid-client');
    const server = await getMetadata(library);
    const client = {
      [library.clockTolerance]: clockToleranceSeconds,
      // The library goes by the machine's clock, the service by the database's.
      [library.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
    };
    const config = new library.Configuration(server, oidc.clientId, client, clientAuth(library, server, oidc));
    config.timeout = timeoutSeconds;
    config[library.customFetch] = boundedFetch as never;
    if (oidc.issuer.startsWith('http:')) library.allowInsecureRequests(config);
    library.enableNonRepudiationChecks(config);
    if (keys !== undefined) library.setJwksCache(config, keys);
    return { library, config };
  }

  return {
    name: oidc.name,
    async begin({ locale, asksAgain }) {
      const { library, config } = await configure();
      const kept = {
        state: library.randomState(),
        nonce: library.randomNonce(),
        codeVerifier: library.randomPKCECodeVerifier(),
      };
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: oidc.scope,
        state: kept.state,
        nonce: kept.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(kept.codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: locale,
        // Otherwise the provider would bring the same person back at once. With max_age it must say when they proved who they are.
        ...(asksAgain && { prompt: 'login', max_age: '0' }),
      });
      return { ...kept, url: url.href };
    },
    async finish(callback, kept) {
      const { library, config } = await configure();
      const url = new URL(redirectUri);
      url.search = callback.search;
      try {
        const tokens = await library.authorizationCodeGrant(config, url, {
          expectedState: kept.state,
          expectedNonce: kept.nonce,
          pkceCodeVerifier: kept.codeVerifier,
          idTokenExpected: true,
        });
        keys = library.getJwksCache(config) ?? keys;
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('no ID token');
        refuseFuture(claims.iat, clock.now());
        if (!subjectPattern.test(claims.sub))
          throw new Error('a subject that is longer or other than the standard allows');
        const canAsk = config.serverMetadata().userinfo_endpoint !== undefined;
        const loadProfile = async (): Promise<Claims> => {
          if (!canAsk) return {};
          try {
            return await library.fetchUserInfo(config, tokens.access_token, claims.sub);
          } catch (error) {
            throw toProviderError(error, library);
          }
        };
        return {
          issuer: claims.iss,
          subject: claims.sub,
          provedAt: readAuthTime(claims.auth_time),
          claims,
          loadProfile,
        };
      } catch (error) {
        throw toProviderError(error, library);
      }
    },
    async findEndSessionUrl() {
      const { library, config } = await configure();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return library.buildEndSessionUrl(config, { post_logout_redirect_uri: `${appUrl}/admin/` }).href;
    },
  };
}

/** At most 255 ASCII characters, says the standard. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

async function discover(library: Library, oidc: OidcConfig): Promise<ServerMetadata> {
  try {
    const found = await library.discovery(new URL(oidc.issuer), oidc.clientId, undefined, undefined, {
      timeout: timeoutSeconds,
      [library.customFetch]: boundedFetch as never,
      execute: oidc.issuer.startsWith('http:') ? [library.allowInsecureRequests] : [],
    });
    return found.serverMetadata();
  } catch (error) {
    throw new ProviderError('away', error);
  }
}

/** In the body where the provider takes it there: in the header, providers differ about characters that need encoding. */
function clientAuth(library: Library, server: ServerMetadata, { clientSecret }: OidcConfig) {
  if (clientSecret === undefined) return library.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_post')
    ? library.ClientSecretPost(clientSecret)
    : library.ClientSecretBasic(clientSecret);
}

/** Seconds, says the standard. */
function readAuthTime(time: unknown): number | undefined {
  return typeof time === 'number' && Number.isFinite(time) && time >= 0 ? time * 1000 : undefined;
}

/** The library looks at the end of a token's life; one that was issued later than now is as wrong. */
function refuseFuture(issuedAt: number, now: number): void {
  if (issuedAt > now / 1000 + clockToleranceSeconds) throw new Error('an ID token that was issued in the future');
}

function toProviderError(error: unknown, library: Library): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof library.AuthorizationResponseError) {
    return new ProviderError(error.error === 'access_denied' ? 'cancelled' : 'failed', error);
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderAwayError) return new ProviderError('away', error);
  }
  return new ProviderError('failed', error);
}

declare module '../../base/services.ts' {
  interface Services {
    /** The identity provider, where one is set. */
    readonly provider: ProviderClient | undefined;
  }
}
