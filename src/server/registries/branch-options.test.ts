import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildSearchIndex } from '../options-sets/search-index.ts';
import { makeBankOptions, makeBranchOptions, readBranches } from './branch-options.ts';
import { isRefusal } from './refusal.ts';

const today = '2026-03-15';
const north = { bankCode: 71, bankName: 'בנק הדוגמה בע"מ', code: 12, name: 'סניף צפון', address: 'קניון באר מבחן' };
const branches = [
  { bankCode: 71, bankName: 'בנק הדוגמה בע"מ', code: 1, name: 'ראשי', address: 'רחוב המבחן 1, גבעת דוגמה' },
  north,
  { bankCode: 4, bankName: 'בנק אחר', code: 12, name: 'מרכז', address: 'כפר בדיקה' },
];

const banks = [
  { code: 71, name: 'בנק הדוגמה בע"מ' },
  { code: 4, name: 'בנק אחר' },
];
const whole = { badBytes: [], ending: 'marked' };

describe('[options-sets.maintained.content] branches', () => {
  test('the clearing list: byte order mark, CRLF, stray line breaks; closed up to today are left out', () => {
    expect(readBranches([read('branches-clearing.xml')], { today: today })).toEqual({
      ...whole,
      banks,
      branches: branches,
      warnings: ['2 branches left out: closed', '1 branches left out: repeated'],
    });
  });

  test('the older English schema: no name, no option; a city already in the address is not added', () => {
    const bank = { bankCode: 71, bankName: 'Example & Sons Bank' };
    expect(readBranches([read('branches-english.xml')], { today: today })).toEqual({
      ...whole,
      banks: [{ code: 71, name: 'Example & Sons Bank' }],
      branches: [
        { ...bank, code: 1, name: 'Main', address: '1 Test St. Example Hill' },
        { ...bank, code: 3, name: 'North', address: '' },
      ],
      warnings: ['1 branches left out: nameless'],
    });
  });

  test('the datastore: its own _id is not the bank code', () => {
    expect(readBranches([read('branches-datastore.json')], { today: today })).toEqual({
      ...whole,
      banks: [{ code: 71, name: 'בנק הדוגמה' }],
      branches: [{ bankCode: 71, bankName: 'בנק הדוגמה', code: 7, name: 'דרום', address: 'דרך 7, באר מבחן' }],
      warnings: [],
    });
  });

  test('the clearing list in the datastore: id, not _id', () => {
    const record = {
      _id: 5,
      id: 9,
      name: 'בנק',
      branch_code: 1,
      branch_name: 'א',
      address: '',
      city: 'ב',
      close_date: '',
    };
    const page = new TextEncoder().encode(JSON.stringify({ success: true, result: { records: [record], total: 1 } }));
    const result = readBranches([page], { today: today });
    expect(isRefusal(result) ? result : result.branches[0]?.bankCode).toBe(9);
  });

  test('options', () => {
    expect(makeBranchOptions([north]).options).toEqual([
      {
        value: 'סניף צפון | 12 | קניון באר מבחן',
        data: { bankCode: 71, code: 12, name: 'סניף צפון', address: 'קניון באר מבחן', bankName: 'בנק הדוגמה בע"מ' },
      },
    ]);
    expect(makeBranchOptions([{ ...north, address: '' }]).options[0]?.value).toBe('סניף צפון | 12 |');
  });

  test('a number finds branches, a string none', () => {
    const index = buildSearchIndex(makeBranchOptions(branches).options);
    expect(index.autocomplete({ term: '', query: { bankCode: 71 }, limit: 10 })).toHaveLength(2);
    expect(index.autocomplete({ term: '', query: { bankCode: '71' }, limit: 10 })).toEqual([]);
  });

  test('a bank without a branch that has a name is a bank all the same', () => {
    const row = {
      Bank_Code: 22,
      Bank_Name: 'Citibank',
      Branch_Code: 1,
      Branch_Name: '',
      Address: 'x',
      City: '',
      Close_Date: '',
    };
    const named = { ...row, Bank_Code: 10, Bank_Name: 'Leumi', Branch_Name: 'Main' };
    const read = readBranches([new TextEncoder().encode(JSON.stringify([row, named]))], { today });
    if (isRefusal(read)) throw new Error(read.refusal);
    expect(makeBankOptions(read.banks, read.branches).options).toEqual([
      { value: 'Leumi | 10', score: 1, data: { code: 10, name: 'Leumi' } },
      { value: 'Citibank | 22', score: 0, data: { code: 22, name: 'Citibank' } },
    ]);
    expect(read.branches).toHaveLength(1);
  });

  test('banks, larger first, with the code unpadded after the last bar', () => {
    expect(makeBankOptions(banks, branches).options).toEqual([
      { value: 'בנק הדוגמה בע"מ | 71', score: 2, data: { code: 71, name: 'בנק הדוגמה בע"מ' } },
      { value: 'בנק אחר | 4', score: 1, data: { code: 4, name: 'בנק אחר' } },
    ]);
  });
});

function read(name: string): Uint8Array {
  return readFileSync(new URL(`../../../test/fixtures/sets/${name}`, import.meta.url));
}
