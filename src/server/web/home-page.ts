// The page at /: says where one is, and sends links from before August 2017 (with a #) on their way.
import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { escapeHtml } from '../html/escape-html.ts';

const texts = {
  en: {
    title: 'Formstead',
    text: 'Forms are served here. Open the link you were given to fill one.',
    admin: 'Manage forms',
    docs: 'API reference',
  },
  he: {
    title: 'Formstead',
    text: 'כאן ממלאים טפסים. יש לפתוח את הקישור שקיבלת.',
    admin: 'ניהול טפסים',
    docs: 'תיעוד ה־API',
  },
};

export function homePage(page: { locale: Locale; script: string }): string {
  const text = texts[page.locale];
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
