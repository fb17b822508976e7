// The HTML of the fill app: the form arrives in the page, as data that no script engine runs, below a title that is there at once.
// [fill-links.pages]

import type { FillPageData } from '../../api-types/page-data.ts';
import { directionOf, type InLocales } from '../../core/locale.ts';
import { formParts } from './form-parts.ts';
import { escapeHtml, scriptSafeJson, storageMeta } from './page-shell.ts';
import type { WebApp } from './web-assets.ts';

const needsScript: InLocales = { en: 'This form needs JavaScript.', he: 'כדי למלא את הטופס יש להפעיל JavaScript.' };

export interface FillPage {
  readonly data: FillPageData;
  /** The link brings values to fill in. */
  readonly hasPrefill: boolean;
  /** The browser asks for it to be put into a frame: known here, it is right from the first paint. */
  readonly isFramed: boolean;
  readonly storageUrl: string;
}

export function fillPage({ data, hasPrefill, isFramed, storageUrl }: FillPage, app: WebApp): string {
  const { form, title } = data;
  const parts = [
    ...(form === undefined ? [] : formParts(form)),
    ...(form !== undefined && hasPrefill ? ['src/fill/prefill.ts'] : []),
    ...(data.kind === 'signIn' ? ['src/fill/sign-in.tsx'] : []),
    ...(data.locale === 'he' ? ['src/fill/fill-texts-he.ts'] : []),
  ];
  const early = [...app.preloads, ...parts.flatMap((part) => app.parts[part] ?? [])];
  const preloads = early.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('');
  const style = app.style === null ? '' : `<link rel="stylesheet" href="/assets/${app.style}">`;
  return `<!doctype html>
<html lang="${data.locale}" dir="${directionOf(data.locale)}"${isFramed ? ' class="embedded"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${storageMeta(storageUrl)}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f5f3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12171a">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${style}<script type="module" src="/assets/${app.script}"></script>${preloads}
</head>
<body>
<div id="app">${firstView(data)}</div>
<script type="application/json" id="page">${scriptSafeJson(data)}</script>
</body>
</html>
`;
}

/** What people see before the script runs: the app takes it over as it stands. Kept in step with src/fill/page-frame.tsx. */
function firstView({ title, kind, locale, text = '', form }: FillPageData): string {
  const { logo } = form?.theme ?? {};
  const picture = logo === undefined ? '' : `<img class="logo" src="${escapeHtml(logo)}" alt="" height="48">`;
  const header = `<header>${picture}<h1><bdi>${escapeHtml(title)}</bdi></h1></header>`;
  if (kind === 'message') return `<main>${header}<p class="form said" dir="auto">${escapeHtml(text)}</p></main>`;
  const needed = needsScript[locale];
  return `<main>${header}<div class="form waiting"><noscript><p>${needed}</p></noscript></div></main>`;
}
