// The interactive API reference at /docs/: the OpenAPI document, with a strip to log in and make an API key.
// The login token stays in the page's memory: closing the page forgets it. Where people may sign in by an identity provider, they
// do so here too, and the session of the management app counts. [conventions.document] [identity.provider.reference]
import { escapeHtml } from '../escape-html.ts';

export interface ReferenceReader {
  /** The name of the identity provider; undefined where there is none. */
  readonly provider: string | undefined;
  /** Of somebody who is signed in, by a session of the management app. */
  readonly email: string | undefined;
}

export const referencePage = ({ provider, email }: ReferenceReader) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="/icon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Formstead API reference</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header>
  <strong>Formstead API reference</strong>
  ${provider === undefined || email !== undefined ? '' : `<a class="button" href="/auth/provider?to=/docs/">Continue with ${escapeHtml(provider)}</a>`}
  <form id="log-in"${email === undefined ? '' : ` hidden data-email="${escapeHtml(email)}"`}>
    <label>Email <input name="email" type="email" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button>Log in</button>
  </form>
  <div id="signed-in" hidden>
    <span id="who"></span>
    <button id="make-key" type="button">Make an API key</button>
  </div>
  <p id="say" role="status"></p>
  <p id="key" hidden>Your new key, shown only now: <code id="token"></code> <button id="copy" type="button">Copy</button></p>
</header>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

export const referenceStyle = `
body { margin: 0; background: #fff; color: #1c2321; font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: end; padding: 1rem 1.25rem; background: #0c3b30; color: #fff; }
header strong { font-size: 1.15rem; margin-inline-end: auto; align-self: center; }
header form, header div:not([hidden]) { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
header label { display: grid; font-size: .85rem; }
header input { font: inherit; padding: .4rem .6rem; border: 1px solid #9fc2b7; border-radius: 7px; background: #fff; color: #1c2321; min-width: 0; }
header form[hidden] { display: none; }
header button, header a.button { font: inherit; font-weight: 600; padding: .45rem .9rem; border: 0; border-radius: 7px; background: #8fe3c8; color: #07211a; cursor: pointer; text-decoration: none; }
header :focus-visible { outline: 3px solid #ffd479; outline-offset: 2px; }
header p { flex-basis: 100%; margin: 0; }
header p:empty { display: none; }
header code { background: #07211a; color: #fff; padding: .2rem .45rem; border-radius: 5px; overflow-wrap: anywhere; }
`;

export const referenceScript = (apiPath: string) => `
'use strict';
const api = ${JSON.stringify(apiPath)};
const byId = (id) => document.getElementById(id);
let token;
/** Whoever came with a session of the management app; its cookie counts with the header. */
const { email: sessionEmail } = byId('log-in').dataset;
const appHeader = sessionEmail ? { 'x-formstead-app': 'reference' } : {};
const isOurs = (url) => new URL(url, location.href).href.startsWith(new URL(api + '/', location.href).href);
const reference = SwaggerUIBundle({
  url: api + '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, validatorUrl: null,
  requestInterceptor: (request) => {
    if (isOurs(request.url)) Object.assign(request.headers, appHeader);
    return request;
  },
});

async function call(path, body) {
  const headers = { 'content-type': 'application/json', ...appHeader };
  if (token) headers.authorization = token;
  const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

async function attempt(work) {
  byId('say').textContent = '';
  try {
    await work();
  } catch (error) {
    byId('say').textContent = error.message;
  }
}

byId('log-in').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  attempt(async () => {
    const answer = await call('/auth/login', { email: form.get('email'), password: form.get('password') });
    token = answer.token;
    reference.preauthorizeApiKey('loginToken', token);
    showUser(answer.user.email);
  });
});

function showUser(email) {
  byId('log-in').hidden = true;
  for (const link of document.querySelectorAll('header a.button')) link.remove();
  byId('who').textContent = 'Signed in as ' + email;
  byId('signed-in').hidden = false;
}
if (sessionEmail) showUser(sessionEmail);

byId('make-key').addEventListener('click', () =>
  attempt(async () => {
    const key = await call('/api-keys', {});
    byId('token').textContent = key.token;
    byId('key').hidden = false;
  }));

byId('copy').addEventListener('click', () =>
  attempt(async () => {
    await navigator.clipboard.writeText(byId('token').textContent);
    byId('say').textContent = 'Copied.';
  }));
`;
