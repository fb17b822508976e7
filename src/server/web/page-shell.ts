// The frame of the few pages the server draws by itself: one style, both directions, light and dark.

import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { escapeHtml } from '../html/escape-html.ts';

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

/** The colors and measures of the management app (src/admin/ui/ui.css): people go on from these pages to it. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f4, #111618);
  --paper: light-dark(#ffffff, #1a2124);
  --sunken: light-dark(#f7f9f7, #151b1e);
  --ink: light-dark(#1b2220, #e8eeeb);
  --quiet: light-dark(#55615d, #a6b3ae);
  --line: light-dark(#7d8985, #74817c);
  --hair: light-dark(#dfe5e2, #2e383b);
  --accent: light-dark(#0b6b52, #63d2b0);
  --on-accent: light-dark(#ffffff, #07211a);
  --danger: light-dark(#b3261e, #ffa79d);
  --radius: 9px;
  --target: 2.5rem;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 0.9375rem/1.5 -apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", "Noto Sans Hebrew", Arial, system-ui, sans-serif; overflow-wrap: break-word; }
main { max-inline-size: 28rem; margin: 0 auto; padding: clamp(2rem, 12vh, 8rem) 1rem 2rem; }
.mark { display: flex; gap: 0.6rem; align-items: center; margin: 0 0 1.5rem; font-size: 1rem; font-weight: 700; line-height: 1.5; letter-spacing: 0; color: var(--ink); }
.mark::before {
  content: ""; inline-size: 1.375rem; block-size: 1.375rem; border-radius: 6px;
  background: linear-gradient(var(--on-accent) 0 0) 50% 32% / 52% 2px no-repeat, linear-gradient(var(--on-accent) 0 0) 50% 50% / 52% 2px no-repeat,
    linear-gradient(var(--on-accent) 0 0) 36% 68% / 30% 2px no-repeat, var(--accent);
}
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 .5rem; text-wrap: balance; }
p { margin: 0 0 1.25rem; color: var(--quiet); }
form, .card { background: var(--paper); border: 1px solid var(--hair); border-radius: 14px; padding: clamp(1rem, 3vw, 1.5rem); box-shadow: 0 1px 2px light-dark(rgb(20 40 34 / 5%), transparent), 0 6px 20px light-dark(rgb(20 40 34 / 5%), transparent); }
.card > :last-child { margin-block-end: 0; }
label { display: block; font-weight: 600; margin: 0 0 1rem; }
label small { font-size: 0.875rem; font-weight: 400; color: var(--quiet); }
input { display: block; inline-size: 100%; min-block-size: var(--target); margin-block-start: .3rem; padding: .4rem .7rem; font: inherit; color: inherit; background: var(--sunken); border: 1px solid var(--line); border-radius: var(--radius); }
input:hover { border-color: var(--ink); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button, a.button { display: flex; align-items: center; justify-content: center; inline-size: 100%; min-block-size: var(--target); padding: .4rem 1rem; font: inherit; font-weight: 600; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: var(--radius); cursor: pointer; }
button:hover, a.button:hover { filter: brightness(1.08); }
.links { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin-block-start: 1rem; }
a { color: var(--accent); }
.error { color: var(--danger); font-weight: 600; }
code { overflow-wrap: anywhere; }
ul { margin: 0; padding-inline-start: 1.2rem; }
`;
