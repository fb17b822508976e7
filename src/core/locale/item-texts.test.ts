import { expect, test } from 'vitest';
import { allItemTexts } from './all-item-texts.ts';
import { itemText, type MessageKey } from './item-texts.ts';
import { type ServerMessageKey, serverItemText } from './server-item-texts.ts';

const { en, he } = allItemTexts;

const keys: MessageKey[] = [
  'required',
  'notInOptions',
  'invalidType',
  'rows',
  'email',
  'minLength',
  'dateMin',
  'fileMaxNum',
];

test('[validation.messages.language] the texts that programs may know', () => {
  expect(itemText(en, 'required')).toBe("You can't leave this empty.");
  expect(itemText(en, 'notInOptions')).toBe('not in options');
  expect(itemText(en, 'invalidType')).toBe('Invalid data type.');
  expect(itemText(en, 'email')).toBe('Must be a valid email address.');
  expect(itemText(en, 'rows', 10)).toBe('There must be 10 rows or less');
  expect(serverItemText('en', 'fileSize', 5, 7)).toBe('Reported size 5 does not match actual size 7');
});

test('[validation.messages.language] one is singular, in both languages', () => {
  expect(itemText(en, 'rows', 1)).toBe('There must be 1 row or less');
  expect(itemText(en, 'rows', 11)).toBe('There must be 11 rows or less');
  expect(itemText(en, 'rows', 0)).toBe('There must be 0 rows or less');
  expect(itemText(en, 'fileMaxNum', 1)).toBe('There must be 1 file or less.');
  expect(itemText(en, 'fileMaxSize', 1)).toBe('Each file must be 1 byte or less.');
  expect(itemText(en, 'minLength', 1)).toBe('Must be at least 1 character long.');
  expect(itemText(en, 'maxLength', 1)).toBe('Must be at most 1 character long.');
  expect(itemText(he, 'minLength', 1)).toBe('יש להזין לפחות תו אחד.');
  expect(itemText(he, 'minLength', 2)).toBe('יש להזין לפחות 2 תווים.');
  expect(itemText(he, 'minItems', 1)).toBe('נדרש אחד או יותר.');
  expect(itemText(he, 'maxItems', 3)).toBe('מותרים 3 או פחות.');
});

test.each(keys)('[validation.messages.language] %s says the same in Hebrew, with the same values in it', (key) => {
  const [english, hebrew] = [en, he].map((texts) => itemText(texts, key, '$1', '$&'));
  expect(hebrew).toMatch(/[\u0590-\u05ff]/);
  for (const value of ['$1', '$&']) expect(hebrew!.includes(value)).toBe(english!.includes(value));
});

test.each<ServerMessageKey>(['fileSize', 'richText'])('[validation.messages.language] %s of the server too', (key) => {
  const english = serverItemText('en', key, 'X', 'Y');
  const hebrew = serverItemText('he', key, 'X', 'Y');
  expect(hebrew).toMatch(/[\u0590-\u05ff]/);
  for (const value of ['X', 'Y']) expect(hebrew.includes(value)).toBe(english.includes(value));
});
