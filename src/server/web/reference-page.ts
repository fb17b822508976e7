// The interactive API reference at /docs/: the OpenAPI document, with a strip to log in and make an API key.
// The login token stays in the page's memory: closing the page forgets it. Where people may sign in by an identity provider, they
// do so here too, and the session of the management app counts. [conventions.document] [identity.provider.reference]
import { escapeHtml } from '../html/escape-html.ts';

export interface ReferenceReader {
  /** The name of the identity provider; undefined where there is none. */
  readonly provider: string | undefined;
  /** Of somebody who is signed in, by a session of the management app. */
  readonly email: string | undefined;
  /** What reference-body.ts makes of the document. */
  readonly body: string;
  readonly documentPath: string;
}

export const referencePage = ({ provider, email, body, documentPath }: ReferenceReader) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<link rel="icon" href="/icon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Formstead API reference</title>
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header>
  <h1>Formstead API reference</h1>
  ${provider === undefined || email !== undefined ? '' : `<a class="button" href="/auth/provider?to=/docs/">Continue with ${escapeHtml(provider)}</a>`}
  <form id="log-in"${email === undefined ? '' : ` hidden data-email="${escapeHtml(email)}"`}>
    <label>Email <input name="email" type="email" autocomplete="username" required></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
    <button>Log in</button>
  </form>
  <div id="signed-in" hidden>
    <span id="who"></span>
    <button id="make-key" type="button">Make an API key</button>
    <button id="make-samples" type="button">Make sample data</button>
  </div>
  <p id="say" role="status"></p>
  <p id="key" hidden>Your new key, shown only now: <code id="token"></code> <button id="copy" type="button">Copy</button></p>
</header>
<main id="reference">
<p>Every request and response of the API, with examples to send: log in, make sample data, open an operation and press Send. Programs read
<a href="${escapeHtml(documentPath)}">the OpenAPI document</a>; <a href="/docs/guides/integrate.md">how to connect a program</a>.</p>
${body}</main>
<script src="/docs/reference.js"></script>
</body>
</html>
`;

export const referenceStyle = `
body { margin: 0; background: #fff; color: #1c2321; font: 16px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: end; padding: 1rem 1.25rem; background: #0c3b30; color: #fff; }
header h1 { font-size: 1.15rem; margin-inline-end: auto; align-self: center; }
header form, header div:not([hidden]) { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
header label { display: grid; font-size: .85rem; }
header input { font: inherit; padding: .4rem .6rem; border: 1px solid #9fc2b7; border-radius: 7px; background: #fff; color: #1c2321; min-width: 0; }
header form[hidden] { display: none; }
header button, header a.button { font: inherit; font-weight: 600; padding: .45rem .9rem; border: 0; border-radius: 7px; background: #8fe3c8; color: #07211a; cursor: pointer; text-decoration: none; }
header :focus-visible { outline: 3px solid #ffd479; outline-offset: 2px; }
header p { flex-basis: 100%; margin: 0; }
header p:empty { display: none; }
header code { background: #07211a; color: #fff; padding: .2rem .45rem; border-radius: 5px; overflow-wrap: anywhere; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
main a { color: #0b6650; }
h2 { margin: 2rem 0 .25rem; }
h3 { font-size: 1rem; margin: .75rem 0 .25rem; }
main code, pre, textarea, main input { font: .875rem/1.5 ui-monospace, SFMono-Regular, Consolas, monospace; }
.opblock, .schema { border: 1px solid #c6d3ce; border-radius: 8px; margin: .5rem 0; padding: 0 .9rem; }
.opblock[open], .schema[open] { padding-bottom: .9rem; }
.opblock > summary, .schema > summary { cursor: pointer; padding: .6rem 0; overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.2rem; text-align: center; font-weight: 700; font-size: .8rem; padding: .15rem .4rem; border-radius: 5px; color: #fff; background: #0b5a8a; }
.method.POST { background: #0b6650; } .method.DELETE { background: #a1282b; } .method.PATCH, .method.PUT { background: #7a4a00; }
.field { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: 0 .75rem; align-items: baseline; margin: .6rem 0; }
.field label { font-weight: 600; }
.field input, .field textarea, .field p, .field dl { grid-column: 1 / -1; box-sizing: border-box; width: 100%; margin: .15rem 0; }
.field input, .field textarea { padding: .4rem .6rem; border: 1px solid #6d7f78; border-radius: 6px; background: #fff; color: #1c2321; }
.field p, .note { color: #47544f; font-size: .9rem; }
main button { font: inherit; font-weight: 600; padding: .45rem 1.1rem; border: 0; border-radius: 7px; background: #0b6650; color: #fff; cursor: pointer; }
main :focus-visible { outline: 3px solid #0b5a8a; outline-offset: 2px; }
pre { background: #f1f5f3; color: #1c2321; padding: .75rem; border-radius: 6px; overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { font-size: .9rem; } dt { float: left; clear: left; margin-inline-end: .5rem; } dd { margin: 0 0 .2rem; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
`;
