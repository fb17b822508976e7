// The frame of the few pages the server draws by itself: one style, both directions, light and dark.

import { directionOf, type Locale } from '../../core/locale.ts';
import { escapeHtml } from '../escape-html.ts';

export interface PageText {
  readonly locale: Locale;
  readonly title: string;
  /** Where the browser goes by itself, without a script. */
  readonly next?: string;
}

export function pageShell(page: PageText, body: string): string {
  const direction = directionOf(page.locale);
  return `<!doctype html>
<html lang="${page.locale}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/pages.css">${page.next === undefined ? '' : `\n<meta http-equiv="refresh" content="0; url=${escapeHtml(page.next)}">`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** Where files are stored, so that a page knows a link of ours from any other. Read by src/client/own-file.ts. */
export function storageMeta(storageUrl: string): string {
  return `<meta name="storage" content="${escapeHtml(storageUrl)}/">`;
}

/** JSON that cannot end the element it is in: `<` never appears. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The service's mark: a sheet with lines. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b52"/>' +
  '<path d="M8 11h16M8 16h16M8 21h9" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></svg>';

export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f7f5, #14181a);
  --paper: light-dark(#ffffff, #1d2326);
  --ink: light-dark(#1c2321, #e8edea);
  --quiet: light-dark(#5a6662, #a3b0ab);
  --line: light-dark(#87928e, #6b7773);
  --accent: light-dark(#0b6b52, #5fd1ae);
  --on-accent: light-dark(#ffffff, #07211a);
  --danger: light-dark(#a3261b, #ff9d92);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "Noto Sans Hebrew", Arial, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: clamp(1.5rem, 8vh, 6rem) 1.25rem; }
.mark { color: var(--accent); font-weight: 700; letter-spacing: .02em; margin: 0 0 1.5rem; }
h1 { font-size: 1.65rem; line-height: 1.25; margin: 0 0 .5rem; text-wrap: balance; }
p { margin: 0 0 1.25rem; color: var(--quiet); }
form, .card { background: var(--paper); border: 1px solid color-mix(in srgb, var(--line) 35%, transparent); border-radius: 14px; padding: 1.5rem; }
label { display: block; font-weight: 600; margin: 0 0 1.1rem; }
label small { font-weight: 400; color: var(--quiet); }
input { display: block; width: 100%; margin-top: .35rem; padding: .65rem .8rem; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 9px; }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button { width: 100%; padding: .75rem 1rem; font: inherit; font-weight: 650; color: var(--on-accent); background: var(--accent); border: 0; border-radius: 9px; cursor: pointer; }
a.button { display: block; text-align: center; text-decoration: none; padding: .75rem 1rem; font-weight: 650; color: var(--on-accent); background: var(--accent); border-radius: 9px; }
button:hover, a.button:hover { filter: brightness(1.08); }
a { color: var(--accent); }
.error { color: var(--danger); font-weight: 600; }
code { overflow-wrap: anywhere; }
ul { margin: 0; padding-inline-start: 1.2rem; }
`;
