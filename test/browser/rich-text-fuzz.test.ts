// What the server stores of rich text, and what the page shows of it, read by a real browser: DOMPurify with the same rules
// finds nothing to remove in it, and nothing in it runs.
import { build } from 'esbuild';
import { array, constantFrom, sample } from 'fast-check';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanHtml } from '../../src/server/html/clean-html.ts';
import { openBrowser } from '../support/browser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const run = 'window.hacked=1';
const pieces = [
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<table>',
    '<td>',
    '</table>',
    '<a href="',
    '<a title="',
    '<div style="',
    '<p lang=',
    '<li>',
    '<h1>',
  ],
  ...[
    '">',
    '"',
    "'",
    '>',
    '<',
    '</',
    '/>',
    ' ',
    '=',
    ';',
    ':',
    '&',
    '&lt;',
    '&quot;',
    '&#x3c;',
    '&Tab;',
    '&colon;',
    '\0',
    '\n',
    '`',
  ],
  ...[
    'javascript:',
    'JaVa\tScRiPt:',
    'data:text/html,',
    '//evil.test',
    'vbscript:',
    'https://x.test',
    run,
    'a1:',
    '\u0001',
  ],
  ...[
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<svg>',
    '</svg>',
    '<math>',
    '<mtext>',
    '<mglyph>',
    '<malignmark>',
    '<title>',
  ],
  ...[
    '</title>',
    '<textarea>',
    '</textarea>',
    '<xmp>',
    '<noscript>',
    '</noscript>',
    '<iframe srcdoc="',
    '<template>',
    '<select>',
  ],
  ...[
    '<option>',
    '<plaintext>',
    '<noembed>',
    '<noframes>',
    '<foreignobject>',
    '<annotation-xml encoding="text/html">',
    '<desc>',
  ],
  ...[
    `<img src=x onerror="${run}">`,
    `<svg onload="${run}">`,
    ` onclick="${run}"`,
    `<script>${run}</script>`,
    '<form>',
    '<input>',
  ],
  ...[
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
    'expression(',
    'url(',
    ')',
    '/*',
    '*/',
    '{',
    '}',
    '\\',
    'color:#fff',
  ],
  ...[
    'text',
    'ש',
    '\ud800',
    '😀',
    '\u202e',
    '\ufeff',
    'id=',
    ' name=body',
    ' style=',
    ' href=',
    ' target=_blank',
    ' rel=opener',
  ],
];

const purifierSource = `
  import DOMPurify from 'dompurify';
  import * as rules from './src/core/definition/rich-text-rules.ts';
  import { cleanDoc } from './src/fields/doc/view/clean-doc.ts';
  const address = new RegExp('^(?!\\\\s*[\\\\\\\\/]{2})(?:(?:' + rules.richTextSchemes.join('|') + '):|[^a-z]|[a-z+.-]+(?:[^a-z+.\\\\-:]|$))', 'i');
  const options = {
    ALLOWED_TAGS: [...rules.richTextTags],
    ALLOWED_ATTR: [...rules.richTextSharedAttributes, 'style', ...Object.values(rules.richTextAttributes).flat()],
    ALLOWED_URI_REGEXP: address, ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false,
  };
  export function removedFrom(html) {
    const purify = DOMPurify(window);
    purify.addHook('uponSanitizeAttribute', (node, data) => {
      const own = rules.richTextAttributes[node.nodeName.toLowerCase()] ?? [];
      data.keepAttr = data.attrName === 'style' || rules.richTextSharedAttributes.includes(data.attrName) || own.includes(data.attrName);
    });
    purify.sanitize(html, options);
    // The purifier's own wrapper is not of the text.
    return purify.removed.filter((item) => item.element?.nodeName !== 'BODY').map((item) => item.element ? item.element.nodeName : item.attribute?.name + '=' + item.attribute?.value);
  }
  export function cleanOnPage(html) {
    const holder = document.createElement('div');
    holder.append(cleanDoc(html));
    return holder.innerHTML;
  }
  export function show(html) {
    document.body.innerHTML = html;
    for (const link of document.querySelectorAll('a')) {
      link.removeAttribute('target');
      if (!['', ':', 'http:', 'https:', 'mailto:', 'tel:', 'about:'].includes(link.protocol)) return link.outerHTML;
    }
  }
`;

test.each(['server', 'page'])(
  '[values.rich-text] [fill-links.rich-text] the browser finds nothing to remove in what the %s cleaned, and nothing runs',
  async (cleaner) => {
    const bundle = await build({
      stdin: { contents: purifierSource, resolveDir: process.cwd(), loader: 'ts' },
      ...{ bundle: true, write: false, format: 'iife', globalName: 'purifier', platform: 'browser' },
    });
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    page.on('request', (request) => failures.push(request.url()));
    await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
    const soups = sample(array(constantFrom(...pieces), { minLength: 2, maxLength: 24 }), {
      numRuns: 3000,
      seed: 12,
    }).map((list) => list.join(''));
    const cases = soups.map((html) => ({ html, ...(cleaner === 'server' && { cleaned: cleanHtml(html) ?? '' }) }));
    await expect
      .poll(() => page.evaluate(`purifier.removedFrom('<p><script>1</script><i id=x>y</i></p>')`))
      .not.toEqual([]);
    const found = await page.evaluate(`
    ${JSON.stringify(cases)}.flatMap(({ html, cleaned }) => {
      const clean = cleaned ?? purifier.cleanOnPage(html);
      const removed = purifier.removedFrom(clean);
      const odd = purifier.show(clean);
      return removed.length === 0 && odd === undefined ? [] : [{ html, clean, removed, odd }];
    })
  `);
    expect(found).toEqual([]);
    await expect.poll(() => page.evaluate('typeof window.hacked')).toBe('undefined');
    expect(failures).toEqual([]);
  },
);
