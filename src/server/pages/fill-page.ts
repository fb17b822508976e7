// The HTML of the fill app: the form arrives in the page, as data that no script engine runs. SPEC.md "Fill links".
import type { WebApp } from '../http/web-assets.ts';
import { escapeHtml, scriptSafeJson } from './page-shell.ts';

/** What src/fill/main.tsx finds in the page. Kept in step with src/fill/page-data.ts. */
export interface FillPageData {
  readonly kind: 'form' | 'signIn' | 'message';
  /** Path or address of the API, as the browser reaches it. */
  readonly api: string;
  readonly locale: 'en' | 'he';
  /** kind form: what GET start, clone or resume answers. */
  readonly form?: unknown;
  readonly data?: unknown;
  readonly entry?: { readonly id: string; readonly bewit?: string };
  /** kind signIn: what to open afterwards. */
  readonly open?: { readonly entry: string; readonly how: 'resume' | 'clone' };
  /** kind message: why there is no form. */
  readonly title?: string;
  readonly text?: string;
}

export function fillPage(page: { title: string; data: FillPageData; app: WebApp }): string {
  const { title, data, app } = page;
  const preloads = app.preloads.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('');
  const style = app.style === null ? '' : `<link rel="stylesheet" href="/assets/${app.style}">`;
  return `<!doctype html>
<html lang="${data.locale}" dir="${data.locale === 'he' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f5f3">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12171a">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${style}${preloads}
<script type="module" src="/assets/${app.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>${data.locale === 'he' ? 'כדי למלא את הטופס יש להפעיל JavaScript.' : 'This form needs JavaScript.'}</p></noscript>
<script type="application/json" id="page">${scriptSafeJson(data)}</script>
</body>
</html>
`;
}
