// The HTML of the fill app: the form arrives in the page, as data that no script engine runs, below a title that is there at once.
// [fill-links.pages]

import type { FillPageData } from '../../api-types/page-data.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { formParts, formPresets, stylesOf, wordAreas } from './form-parts.ts';
import { scriptSafeJson, storageMeta } from './page-shell.ts';
import type { WebApp } from './web-assets.ts';

export interface FillPage {
  readonly data: FillPageData;
  /** The form as ordinary HTML, where it can be. */
  readonly plain?: string | undefined;
  /** The link brings values to fill in. */
  readonly hasPrefill: boolean;
  /** The browser asks for it to be put into a frame: known here, it is right from the first paint. */
  readonly isFramed: boolean;
  readonly storageUrl: string;
  /** Files with styles that only some forms need. */
  readonly styles: { readonly rich: string; readonly more: string };
}

export function fillPage(page: FillPage, app: WebApp): string {
  const { data, plain, hasPrefill, isFramed, storageUrl, styles } = page;
  const { form } = data;
  const colorScheme = form?.page?.colorScheme;
  const scheme = colorScheme === undefined ? '' : ` data-theme="${colorScheme}"`;
  const parts = [
    ...(form === undefined ? [] : formParts(form, data.autofill)),
    ...(form !== undefined && hasPrefill ? ['src/fill/from-link.ts'] : []),
    ...(data.kind === 'signIn' ? ['src/fill/sign-in.tsx'] : []),
  ];
  const presets = form === undefined ? [] : formPresets(form);
  const early = new Set([
    ...app.preloads,
    ...parts.flatMap((part) => app.parts[part] ?? []),
    ...presets.flatMap((preset) => app.presets[preset] ?? []),
  ]);
  const areas = { form: form === undefined ? [] : wordAreas(form), signIn: ['base', 'later'], message: [] }[data.kind];
  const preloads = [
    ...areas.map((area) => {
      const file = `/assets/${app.words}-${data.locale}-page-${area}.json`;
      return `<link rel="preload" as="fetch" crossorigin href="${file}">`;
    }),
    ...[...early].map((name) => `<link rel="modulepreload" href="/assets/${name}">`),
  ].join('');
  const { isRich, isMore } = form === undefined ? { isRich: false, isMore: false } : stylesOf(form);
  const sheets = [isRich ? styles.rich : null, app.style, isMore ? styles.more : null];
  const style = sheets.map((name) => (name ? `<link rel="stylesheet" href="/assets/${name}">` : '')).join('');
  return `<!doctype html>
<html lang="${data.locale}" dir="${directionOf(data.locale)}"${isFramed ? ' class="embedded"' : ''}${scheme}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${storageMeta(storageUrl)}
<meta name="styles" content="${styles.rich} ${styles.more}">
<meta name="words" content="${app.words}">
${themeColors(colorScheme)}
${aboutPage(data)}
${style}<script type="module" src="/assets/${app.script}"></script>${preloads}
</head>
<body>
<div id="app">${firstView(data, plain)}</div>
<script type="application/json" id="page">${scriptSafeJson(data)}</script>
</body>
</html>
`;
}

const grounds = { light: '#f3f5f3', dark: '#12171a' };

/** [fill-links.color-scheme] The owner's choice, or the device's. */
function themeColors(scheme: 'light' | 'dark' | undefined): string {
  if (scheme !== undefined) return `<meta name="theme-color" content="${grounds[scheme]}">`;
  return Object.entries(grounds)
    .map(([name, color]) => `<meta name="theme-color" media="(prefers-color-scheme: ${name})" content="${color}">`)
    .join('\n');
}

/** [fill-links.head] What the tab shows, and what others show who are given the link. */
function aboutPage({ title, form }: FillPageData): string {
  const { logo } = form?.theme ?? {};
  const { description } = form?.page ?? {};
  const about = [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="${escapeHtml(logo ?? '/icon.svg')}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
  ];
  if (description) {
    about.push(`<meta name="description" content="${escapeHtml(description)}">`);
    about.push(`<meta property="og:description" content="${escapeHtml(description)}">`);
  }
  if (logo !== undefined) about.push(`<meta property="og:image" content="${escapeHtml(logo)}">`);
  return about.join('\n');
}

/** What people see before the script runs: the app takes it over as it stands. Kept in step with src/fill/page-frame.tsx. */
function firstView({ title, kind, locale, text = '', form }: FillPageData, plain: string | undefined): string {
  const { logo } = form?.theme ?? {};
  const picture = logo === undefined ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="" height="48">`;
  const header = `<header>${picture}<h1><bdi>${escapeHtml(title)}</bdi></h1></header>`;
  if (kind === 'message') return `<main>${header}<p class="form said" dir="auto">${escapeHtml(text)}</p></main>`;
  const words = pagesWords[locale].fill;
  const loading = `<p class="hint loading-words" role="status">${words.loading}</p>`;
  const late = plain === undefined ? words.needsScript : words.plain;
  const rest = `<div class="late"><p>${late}</p>${plain ?? ''}</div>`;
  return `<main>${header}<div class="form waiting">${loading}${rest}</div></main>`;
}
