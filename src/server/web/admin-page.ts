// The HTML of the management app and of the frame it shows forms in. The page arrives with the user in it, so that
// language, direction and theme are right from the first paint.
import type { AdminPageData } from '../../api-types/page-data.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { scriptSafeJson, storageMeta } from './page-shell.ts';
import type { WebApp } from './web-assets.ts';

export interface AdminApp {
  readonly app: WebApp;
  readonly storageUrl: string;
}

export function adminPage(data: AdminPageData, { app, storageUrl }: AdminApp): string {
  const theme = data.user?.settings.theme;
  const chosen = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : '';
  const note = pagesWords[data.locale].admin.needsScript;
  return appShell(
    {
      root: `lang="${data.locale}" dir="${directionOf(data.locale)}"${chosen}`,
      title: 'Formstead',
      app,
      storageUrl,
    },
    `<noscript><p>${note}</p></noscript>
<script type="application/json" id="page">${scriptSafeJson(data)}</script>`,
  );
}

/** What it shows it is told by the page around it. */
export function formFramePage(app: AdminApp): string {
  return appShell({ root: 'lang="en"', title: 'Form', ...app }, '');
}

function appShell({ root, title, app, storageUrl }: AdminApp & { root: string; title: string }, rest: string): string {
  const style = app.style === null ? '' : `<link rel="stylesheet" href="/assets/${app.style}">`;
  const preloads = app.preloads.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('');
  return `<!doctype html>
<html ${root}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${storageMeta(storageUrl)}
<meta name="words" content="${app.words}">
<link rel="icon" href="/icon.svg">
<title>${title}</title>
${style}${preloads}<script type="module" src="/assets/${app.script}"></script>
</head>
<body>
<div id="app"></div>
${rest}
</body>
</html>
`;
}
