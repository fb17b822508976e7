// HTML of fDoc fields as blocks: what is kept, and what is harmless.
import { expect, it } from 'vitest';
import { readRichText } from './rich-text.ts';

const run = (text: string, ...marks: string[]) => ({ text, marks });
const paragraph = (...runs: object[]) => ({ kind: 'paragraph', dir: 'ltr', runs });

it.each<[string, object[]]>([
  ['plain &amp; simple', [paragraph(run('plain & simple'))]],
  [
    '<p>a <b>b <i>c</i></b></p><p>d</p>',
    [paragraph(run('a '), run('b ', 'bold'), run('c', 'bold', 'italic')), paragraph(run('d'))],
  ],
  ['<p>one<br>two</p>', [paragraph(run('one')), paragraph(run('two'))]],
  ['<p></p><p> &nbsp; </p><div><br></div>', []],
  ['<h2>T</h2>', [{ kind: 'title', dir: 'ltr', runs: [run('T')] }]],
  [
    '<ul><li>a<ul><li>b</li></ul></li></ul>',
    [
      {
        kind: 'list',
        isOrdered: false,
        start: 1,
        items: [[paragraph(run('a')), { kind: 'list', isOrdered: false, start: 1, items: [[paragraph(run('b'))]] }]],
      },
    ],
  ],
  ['<ol start="3"><li>a</li></ol>', [{ kind: 'list', isOrdered: true, start: 3, items: [[paragraph(run('a'))]] }]],
  ['<blockquote>q</blockquote><hr>', [{ kind: 'quote', blocks: [paragraph(run('q'))] }, { kind: 'rule' }]],
  ['<pre>a\n  b</pre>', [{ kind: 'code', text: 'a\n  b' }]],
  [
    '<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>',
    [{ kind: 'table', width: 2, rows: [[[paragraph(run('a'))], [paragraph(run('b'))]], [[paragraph(run('c'))]]] }],
  ],
  ['<a href="https://example.org">x</a>', [paragraph({ ...run('x'), href: 'https://example.org' })]],
  ['<a href="javascript:alert(1)">x</a><script>y</script><style>z</style><img src=x onerror=y>', [paragraph(run('x'))]],
  ['<p>שלום</p>', [{ kind: 'paragraph', dir: 'rtl', runs: [run('שלום')] }]],
])('[after-actions.pdfs.content] reads %s', (html, blocks) => {
  expect(readRichText(html)).toEqual(blocks);
});

it('[after-actions.pdfs.content] survives thousands of levels', () => {
  const deep = `${'<div>'.repeat(5000)}text${'</div>'.repeat(5000)}`;
  expect(JSON.stringify(readRichText(deep))).toContain('text');
  expect(JSON.stringify(readRichText('<ul><li>'.repeat(3000)))).toBeDefined();
});

it('[after-actions.pdfs.content] sets a few marks of a letter that has thousands', () => {
  const marks = '\u0301'.repeat(5000);
  for (const html of [`<p>a${marks}b</p>`, `<pre>a${marks}b</pre>`, `<p>a${'&#769;'.repeat(5000)}b</p>`]) {
    expect(JSON.stringify(readRichText(html))).toContain(`a${'\u0301'.repeat(8)}b`);
  }
});
