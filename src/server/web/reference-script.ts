// The script of the API reference: logs in, makes a key, makes sample data for the examples, and sends requests.
// The login token and the key stay in the page's memory. [conventions.document.reference] [identity.provider.reference]
import { exampleIds } from '../openapi/examples.ts';

export const referenceScript = (apiPath: string) => `
'use strict';
const api = ${JSON.stringify(apiPath)};
const ids = ${JSON.stringify(exampleIds)};
const byId = (id) => document.getElementById(id);
let token, key, policy;
/** What there is, by what the examples name. */
const known = new Map();
/** Whoever came with a session of the management app; its cookie counts with the header. */
const { email: sessionEmail } = byId('log-in').dataset;
const appHeader = sessionEmail ? { 'x-formstead-app': 'reference' } : {};

async function call(path, body, method = 'POST') {
  const headers = { 'content-type': 'application/json', ...appHeader };
  if (token) headers.authorization = token;
  const response = await fetch(api + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const answer = await response.json();
  // The session is too old for this: whoever logs in here goes on with a login token.
  if (answer.id === 'fresh_sign_in_needed') byId('log-in').hidden = false;
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
    showUser(answer.user.email);
    replace(ids.user, answer.user.id);
    replace(ids.account, answer.user.account);
  });
});

function showUser(email) {
  byId('log-in').hidden = true;
  for (const link of document.querySelectorAll('header a.button')) link.remove();
  byId('who').textContent = 'Signed in as ' + email;
  byId('signed-in').hidden = false;
  replace('dana@example.com', email);
}
if (sessionEmail) showUser(sessionEmail);

byId('make-key').addEventListener('click', () =>
  attempt(async () => {
    const made = await call('/api-keys', {});
    key = made.token;
    byId('token').textContent = key;
    byId('key').hidden = false;
    replace(ids.key, made._id);
  }));

byId('copy').addEventListener('click', () =>
  attempt(async () => {
    await navigator.clipboard.writeText(byId('token').textContent);
    byId('say').textContent = 'Copied.';
  }));

/** What the examples name becomes what there is. */
function replace(example, real) {
  if (!real) return;
  const before = known.get(example) ?? example;
  known.set(example, real);
  for (const control of document.querySelectorAll('main input:not([type=file]), main textarea')) {
    if (control.value.includes(before)) control.value = control.value.replaceAll(before, real);
  }
}

/** Where what comes back belongs. */
const learned = {
  createForm: ({ id }) => [[ids.form, id]],
  submitEntry: ({ entryId }) => [[ids.entry, entryId]],
  saveEntry: ({ entryId }) => [[ids.draft, entryId]],
  createTemplate: ({ entryId }) => [[ids.template, entryId]],
  createOptionsSet: ({ id }) => [[ids.set, id]],
  addNote: ({ id }) => [[ids.note, id]],
  createView: ({ id }) => [[ids.view, id]],
  createApiKey: ({ _id }) => [[ids.key, _id]],
  addUser: ({ id }) => [[ids.colleague, id]],
  inviteUser: ({ id }) => [[ids.invitation, id]],
  addTotp: ({ factor }) => [[ids.factor, factor.id]],
  beginOptionsUpload: ({ id }) => [[ids.upload, id]],
};

function learn(operation, answer) {
  for (const [example, real] of learned[operation]?.(answer) ?? []) replace(example, real);
  if (operation !== 'createUploadPolicy') return;
  for (const [name, value] of Object.entries(answer)) {
    const control = byId('uploadFile-' + name);
    if (control) control.value = value;
  }
}

byId('make-samples').addEventListener('click', () =>
  attempt(async () => {
    const wanted = ['createForm', 'submitEntry', 'saveEntry', 'createTemplate', 'addNote', 'createView', 'createOptionsSet', 'addOptions'];
    for (const operation of wanted) {
      const { response, text } = await sendForm(document.querySelector('form[data-operation=' + operation + ']'));
      if (!response.ok) throw new Error(operation + ': ' + JSON.parse(text).message);
    }
    byId('say').textContent = 'Your account has a sample form now, and the examples use it.';
  }));

async function sendForm(form) {
  const { operation, method, path, security } = form.dataset;
  let address = path;
  const query = new URLSearchParams();
  const headers = new Headers(operation === 'uploadFile' ? {} : appHeader);
  let body;
  for (const control of form.elements) {
    const { name, value, files } = control;
    const place = control.dataset.in;
    if (place === 'path') address = address.replace('{' + name + '}', encodeURIComponent(value));
    else if (place === 'query' && value !== '') query.append(name, value);
    else if (place === 'header' && value !== '') headers.set(name, value);
    else if (place === 'body' && value.trim() !== '') {
      body = value;
      headers.set('content-type', 'application/json');
    } else if (place === 'file' && files[0]) {
      body = files[0];
      headers.set('content-type', files[0].type);
    } else if (place === 'form') {
      body ??= new FormData();
      body.append(name, files ? files[0] : value);
    }
  }
  if (query.has('bewit') === false) {
    if (key && security.includes('apiKey')) headers.set('x-api-key', key);
    else if (token && security.includes('loginToken')) headers.set('authorization', token);
  }
  const search = query.size === 0 ? '' : '?' + query;
  const url = operation === 'uploadFile' ? form.dataset.storage : api + address + search;
  const response = await fetch(url, { method, headers, body });
  const text = await response.text();
  if (response.ok && /json/.test(response.headers.get('content-type') ?? '')) learn(operation, JSON.parse(text));
  return { response, text };
}

function show(text) {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** More would hold up the page. */
const maxShown = 100000;

document.querySelector('main').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const state = form.querySelector('.state');
  const result = form.parentElement.querySelector('.result');
  state.textContent = 'Sending';
  try {
    const { response, text } = await sendForm(form);
    state.textContent = response.status + ' ' + response.statusText;
    result.querySelector('pre').textContent = show(text).slice(0, maxShown) || '(an empty body)';
    result.hidden = false;
  } catch (error) {
    state.textContent = error.message;
  }
});

/** A link to an operation or a schema opens it. */
function openTarget() {
  const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('details')) {
    target.open = true;
    target.scrollIntoView();
  }
}
addEventListener('hashchange', openTarget);
openTarget();
`;
