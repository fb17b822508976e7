// The interactive API reference at /docs/: the OpenAPI document, with a strip to log in and make an API key.
// The login token stays in the page's memory: closing the page forgets it. [conventions.document]

export const referencePage = `<!doctype html>
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
  <form id="log-in">
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
header button { font: inherit; font-weight: 600; padding: .45rem .9rem; border: 0; border-radius: 7px; background: #8fe3c8; color: #07211a; cursor: pointer; }
header :focus-visible { outline: 3px solid #ffd479; outline-offset: 2px; }
header p { flex-basis: 100%; margin: 0; }
header p:empty { display: none; }
header code { background: #07211a; color: #fff; padding: .2rem .45rem; border-radius: 5px; overflow-wrap: anywhere; }
`;

export const referenceScript = (apiPath: string) => `
'use strict';
const api = ${JSON.stringify(apiPath)};
const reference = SwaggerUIBundle({ url: api + '/openapi.json', dom_id: '#reference', deepLinking: true, tryItOutEnabled: true, validatorUrl: null });
const byId = (id) => document.getElementById(id);
let token;

async function call(path, body) {
  const headers = { 'content-type': 'application/json' };
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
    event.target.hidden = true;
    event.target.style.display = 'none';
    byId('who').textContent = 'Signed in as ' + answer.user.email;
    byId('signed-in').hidden = false;
  });
});

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
