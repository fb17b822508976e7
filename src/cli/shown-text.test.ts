import { expect, test } from 'vitest';
import { shownText } from './shown-text.ts';

const hostile = 'a\u001b[2J\u009b2J\u202eb\u2066 שלום\tc\u0000\u007f\r"\\';

test('[running.commands.forms.diff] what would do something to a terminal is shown as codes; lines, tabs and letters stay', () => {
  expect(shownText(`${hostile}\n`)).toBe('a\\u001b[2J\\u009b2J\\u202eb\\u2066 שלום\tc\\u0000\\u007f\\u000d"\\\n');
});

test('[running.commands.forms.diff] JSON stays the same JSON', () => {
  const text = shownText(JSON.stringify({ [hostile]: [hostile] }));
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  expect(JSON.parse(text)).toEqual({ [hostile]: [hostile] });
});
