import { expect, test } from 'vitest';
import { htmlToText } from './html-to-text.ts';

test.each([
  ['<p>Hello <b>Dana</b></p><p>Bye</p>', 'Hello Dana\n\nBye'],
  ['one<br>two<br/><br/>three', 'one\ntwo\n\nthree'],
  ['<ul><li>Tea</li><li>Milk</li></ul>after', '- Tea\n- Milk\n\nafter'],
  [
    '<a href="https://x.org/a">here</a> and <a href="https://x.org">https://x.org</a>',
    'here (https://x.org/a) and https://x.org',
  ],
  ['<style>p{}</style><script>alert(1)</script><p>&lt;b&gt; &amp; שלום</p>', '<b> & שלום'],
  ['<table><tr><th>Name</th><td>Dana</td></tr><tr><th>Age</th><td>3</td></tr></table>', 'Name Dana\nAge 3'],
  ['<div>a</div>\n  <div>b</div>', 'a\nb'],
  ['', ''],
])('[after-actions.emails.html] %s', (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
