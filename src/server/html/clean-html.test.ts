import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { maxRichTextDepth } from '../../core/definition/rich-text-rules.ts';
import { cleanHtml, cleanOwnerHtml, maxRichTextLength, maxRichTextParts } from './clean-html.ts';

const rel = ' rel="noopener noreferrer nofollow"';

// The outcomes are those of the sanitizer that this replaced.
test.each([
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['<p>Hello <b>world</b> &amp; &copy; &lt;x&gt; "q"</p>', '<p>Hello <b>world</b> &amp; © &lt;x&gt; "q"</p>'],
  ['&foo; &amp &#39;&#x27; &', "&amp;foo; &amp; '' &amp;"],
  ['&amp;lt;b&amp;gt;', '&amp;lt;b&amp;gt;'],
  ['&nbsp;x', '\u00a0x'],
  ['line\nbreak\r\n\ttab', 'line\nbreak\r\n\ttab'],
  ['<p>x<p>y', '<p>x</p><p>y</p>'],
  ['<br><br/></br><hr>', '<br /><br /><br /><hr />'],
  ['<B>UP</B>', '<b>UP</b>'],
  ['<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
  ['<ol start=3 type=a><li>x</li></ol>', '<ol start="3" type="a"><li>x</li></ol>'],
  ['<table><tr><td colspan=2>a<td>b</table>', '<table><tr><td colspan="2">a</td><td>b</td></tr></table>'],
  ['<p dir="rtl" lang=he class=x id=y onclick="z()">ש</p>', '<p dir="rtl" lang="he">ש</p>'],
  ['<p align="">x</p><p dir="">y</p>', '<p align>x</p><p>y</p>'],
  [
    '<a href="https://x.y/?a=1&b=2" title="a &quot; b">l</a>',
    `<a href="https://x.y/?a=1&amp;b=2" title="a &quot; b"${rel}>l</a>`,
  ],
  ['<a rel="opener" href="mailto:x@y.z">m</a>', `<a${rel} href="mailto:x@y.z">m</a>`],
  ['<a href="tel:+972">t</a><a href="/p#x">r</a>', `<a href="tel:+972"${rel}>t</a><a href="/p#x"${rel}>r</a>`],
  ['<a href="javascript:x">a</a><a href=" java\nscript:x">b</a>', `<a${rel}>a</a><a${rel}>b</a>`],
  ['<a href="//evil">a</a><a href="/\\evil">b</a>', `<a${rel}>a</a><a${rel}>b</a>`],
  ['<a href="ftp://x">a</a><a href="data:text/html,x">b</a>', `<a${rel}>a</a><a${rel}>b</a>`],
  ['<p style="text-align: center; color: #fff; font-size: 9px">x</p>', '<p style="text-align:center;color:#fff">x</p>'],
  ['<p style="color:#12f !important;;">x</p>', '<p style="color:#12f !important">x</p>'],
  ['<p style="background-color: rgb(1, 2,3)">x</p>', '<p style="background-color:rgb(1, 2,3)">x</p>'],
  ['<p style="font-family:\'A;B\',serif;direction:rtl">x</p>', '<p style="direction:rtl">x</p>'],
  ['<p style="background:url(data:image/png;base64,AA=);color:#123">x</p>', '<p style="color:#123">x</p>'],
  ['<p style="/*a;b*/color:#123/*c*/">x</p>', '<p style="color:#123">x</p>'],
  ['<p style="color:#fff;oops">x</p><p style="color:red">y</p>', '<p>x</p><p>y</p>'],
  ['<script>alert(1)</script><style>a{}</style>x<textarea><b>y</b></textarea>', 'x'],
  ['<select><option>a<option>b</select>z<img src=x onerror=y>', 'z'],
  ['<!-- c -->x<![CDATA[y]]><!doctype html><?php z ?>', 'x'],
  ['<font color=red>f</font><o:p>g</o:p><center>c</center>', 'fgc'],
  ['<b>x<b ', '<b>x</b>'],
  ['<b><i>x</b>y</i>', '<b><i>x</i></b>y'],
  ['<pre>\n  a\n   b</pre>', '<pre>\n  a\n   b</pre>'],
])('[values.rich-text] %s is stored as %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
});

test('[values.rich-text] cleaning what is clean changes nothing', () => {
  const pieces = ['<b>', '</b>', '<p>', '<a href="', '">', ' style="', 'color:#fff', ';', '&amp;', '&', '<', '>'];
  const html = array(
    constantFrom(...pieces, '<td>', '<table>', '<li>', '<svg>', '<title>', '-->', '"', "'", ' ', '</'),
  ).map((list) => list.join(''));
  const isStable = (text: string) => {
    const clean = cleanHtml(text)!;
    expect(cleanHtml(clean)).toBe(clean);
  };
  assert(property(html, isStable), { numRuns: 2000 });
  assert(property(string({ unit: 'grapheme' }), isStable), { numRuns: 500 });
});

test('[values.rich-text] rich text has bounds of depth, length and number of tags', () => {
  const nested = (depth: number) => `${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`;
  expect(cleanHtml(nested(maxRichTextDepth))).toBe(nested(maxRichTextDepth));
  expect(cleanHtml(nested(maxRichTextDepth + 1))).toBeUndefined();
  expect(cleanHtml('<custom>'.repeat(maxRichTextDepth + 1))).toBeUndefined();
  expect(cleanHtml('x'.repeat(maxRichTextLength))).toHaveLength(maxRichTextLength);
  expect(cleanHtml('x'.repeat(maxRichTextLength + 1))).toBeUndefined();
  expect(cleanHtml('&'.repeat(maxRichTextLength / 4))).toBeUndefined();
  expect(cleanHtml('<br>'.repeat(maxRichTextParts))).toBe('<br />'.repeat(maxRichTextParts));
  expect(cleanHtml('<br>'.repeat(maxRichTextParts + 1))).toBeUndefined();
  expect(
    cleanHtml(`<p ${Array.from({ length: maxRichTextParts }, (_, at) => `a${at}`).join(' ')}>x</p>`),
  ).toBeUndefined();
});

const id = 'a'.repeat(22);

test.each([
  [
    `<p><img src="https://forms.example/pictures/${id}" alt='A "cat" &amp; <b>'>x</p>`,
    `<p><img src="/pictures/${id}" alt="A &quot;cat&quot; &amp; &lt;b&gt;" />x</p>`,
  ],
  [
    `<img src="/pictures/${id}" alt="" width="40" height="30"><img src="/pictures/${id}" alt="" width="40" height="1e9">`,
    `<img src="/pictures/${id}" alt="" width="40" height="30" /><img src="/pictures/${id}" alt="" />`,
  ],
  [`<img src="/pictures/${id}" onerror="x()" style="width:9px" width=1>`, `<img src="/pictures/${id}" alt="" />`],
  [`<img src="https://elsewhere.example/a.png"><img src="javascript:x//pictures/${id}"><img>y`, 'y'],
  [
    `<x><img src="/pictures/${id}"></x><script><img src="/pictures/${id}"></script>`,
    `<img src="/pictures/${id}" alt="" />`,
  ],
])('[fill-links.html-pictures] [after-actions.screen.html] of an owner: %s', (html, clean) => {
  expect(cleanOwnerHtml(html)).toBe(clean);
  expect(cleanOwnerHtml(clean)).toBe(clean);
  expect(cleanHtml(html)).not.toContain('<img');
});
