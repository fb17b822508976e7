// A real OpenID Connect provider on a port of its own. Whoever comes is signed in as the person that the test names, without
// a form; its ID tokens can be made wrong in one point, signed as they should be.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Settings } from '../../src/server/base/settings.ts';

export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Of a service that people sign in to with it, at `publicUrl`. */
  readonly settings: Settings;
  /** Who signs in from now on; undefined: the person cancels. */
  person: ProviderPerson | undefined;
  /** Shows a page with a button first, so that the way back begins on the provider's site. */
  asks: boolean;
  /** Changes the claims of ID tokens before they are signed, with `signingKey`. */
  tamper: ((claims: Record<string, unknown>) => object) | undefined;
  signingKey: KeyObject;
  /** Responds in the provider's place while it is set. */
  instead: ((response: ServerResponse) => void) | undefined;
  /** Paths that were asked for, in order. */
  readonly asked: string[];
  close(): Promise<void>;
}

const client = { client_id: 'formstead', client_secret: 'a secret of the client & more' };

export async function startIdentityProvider(publicUrl = 'http://forms.test'): Promise<IdentityProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, ProviderPerson>();
  const provider = new Provider(issuer, configuration({ publicUrl, privateKey, people }));
  const respond = provider.callback();

  const own: IdentityProvider = {
    issuer,
    settings: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    person: undefined,
    asks: false,
    tamper: undefined,
    signingKey: privateKey,
    instead: undefined,
    asked: [],
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] as string;
    own.asked.push(path);
    if (own.instead !== undefined) {
      own.instead(response);
      return;
    }
    if (path.startsWith('/interaction/') && own.asks && request.method === 'GET') {
      const page = `<!doctype html><title>Acme</title><form method="post" action="${path}"><button>It is me</button></form>`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    if (path.startsWith('/interaction/')) {
      const { person } = own;
      if (person !== undefined) people.set(person.sub, person);
      const result = person === undefined ? { error: 'access_denied' } : { login: { accountId: person.sub } };
      await provider.interactionFinished(request, response, result);
      return;
    }
    if (path === '/token' && own.tamper !== undefined) tamperWith(response, own.tamper, own.signingKey);
    await respond(request, response);
  }
  return own;
}

interface GrantContext {
  readonly oidc: {
    readonly provider: {
      readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    };
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

function configuration(options: { publicUrl: string; privateKey: KeyObject; people: Map<string, ProviderPerson> }) {
  const { publicUrl, privateKey, people } = options;
  return {
    clients: [
      {
        ...client,
        redirect_uris: [`${publicUrl}/auth/provider/callback`],
        post_logout_redirect_uris: [`${publicUrl}/admin/`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Consent is given by everybody.
    async loadExistingGrant({ oidc: { provider, client, session } }: GrantContext) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // Its own page loads a font from elsewhere.
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `<!doctype html><title>Sign out</title>${form}
            <button form="op.logoutForm" name="logout" value="yes">Sign out here too</button>`;
        },
      },
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
  };
}

function tamperWith(
  response: ServerResponse,
  tamper: (claims: Record<string, unknown>) => object,
  privateKey: KeyObject,
): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string) => {
    const tokens = JSON.parse(body);
    const [head = '', claims = ''] = String(tokens.id_token).split('.');
    const changed = tamper(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    const signature = sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
    const text = JSON.stringify({ ...tokens, id_token: `${signed}.${signature}` });
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as never;
}
