// The page at /: says where one is, and sends links from before August 2017 (with a #) on their way.
import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import { escapeHtml } from '../html/escape-html.ts';

export function homePage(page: { locale: Locale; script: string }): string {
  const text = pagesWords[page.locale].home;
  return `<!doctype html>
<html lang="${page.locale}" dir="${directionOf(page.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/pages.css">
<script type="module" src="/assets/${escapeHtml(page.script)}"></script>
</head>
<body>
<main>
<h1 class="mark">${text.title}</h1>
<div class="card">
<p>${text.text}</p>
<a class="button" href="/admin/">${text.admin}</a>
</div>
<p class="links"><a href="/docs/">${text.docs}</a></p>
</main>
</body>
</html>
`;
}
