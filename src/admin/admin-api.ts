// Requests of the management app: the same API that integrators use, with the session's cookie. When the session has ended,
// a request waits for the person to sign in again and is then sent once more, so nothing typed is lost; likewise when it asks for
// a fresh sign-in.
import { ApiError, type ApiResponse, type CallOptions, requestApi } from '../client/call-api.ts';
import type { Locale } from './page-data.ts';

export interface AdminApiOptions {
  readonly api: string;
  readonly locale: () => Locale;
  /** Asks the person to sign in; resolves when done. */
  readonly signInAgain: () => Promise<void>;
  /** Asks the person to confirm that it is them; false when they do not. */
  readonly confirmSignIn: () => Promise<boolean>;
  /** The account asks for a second factor and the person has none: nothing works but setting one up. */
  readonly setUpFactor: () => void;
}

export interface AdminApi {
  /** GET without a body, POST with one, unless `method` says otherwise. Rejects with ApiError, or as `signal` says. */
  call<Body>(path: string, options?: CallOptions): Promise<Body>;
  /** As call, with the response's headers. */
  request<Body>(path: string, options?: CallOptions): Promise<ApiResponse<Body>>;
}

export function createAdminApi({ api, locale, signInAgain, confirmSignIn, setUpFactor }: AdminApiOptions): AdminApi {
  async function request<Body>(path: string, options: CallOptions = {}): Promise<ApiResponse<Body>> {
    const send = () =>
      requestApi<Body>(api, path, {
        ...options,
        query: { locale: locale(), ...options.query },
        headers: { 'x-formstead-app': 'admin', ...options.headers },
      });
    try {
      return await send();
    } catch (error) {
      // Of PATCH /account it says that whoever asks others for a factor needs one.
      const isLimited = error instanceof ApiError && error.situation === 'secondFactorSetUpFirst';
      if (isLimited && !(path === '/account' && options.method === 'PATCH')) setUpFactor();
      if (error instanceof ApiError && error.id === 'fresh_sign_in_needed' && (await confirmSignIn())) return send();
      if (!(error instanceof ApiError) || error.status !== 401 || path.startsWith('/auth/')) throw error;
      // A wrong password on /me/password is a 401 too, and not about the session.
      if (path === '/me/password' && options.body !== undefined && (await isSignedIn(api))) throw error;
      await signInAgain();
      return send();
    }
  }
  return {
    request,
    call: async <Body>(path: string, options?: CallOptions) => (await request<Body>(path, options)).body,
  };
}

async function isSignedIn(api: string): Promise<boolean> {
  try {
    await requestApi(api, '/me', { headers: { 'x-formstead-app': 'admin' } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** The cursor of the next page in a Link header, for the query parameter `after`. */
export function nextCursor(headers: Headers): string | undefined {
  const [, address] = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  if (address === undefined) return undefined;
  return new URL(address, location.origin).searchParams.get('after') ?? undefined;
}
