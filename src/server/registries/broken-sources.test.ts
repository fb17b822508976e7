// Sources that are not what they should be, for every reader.
import { describe, expect, test } from 'vitest';
import { readBranches } from './branch-options.ts';
import { readCities } from './city-options.ts';
import { makeInstitutionOptions } from './institution-options.ts';
import { isRefusal, type Refusal } from './refusal.ts';
import { readStreets } from './street-options.ts';
import { readTaxYear } from './tax-locality-options.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const list = (count: number) => Array.from({ length: count }, (_, i) => `מכללת הדוגמה ${i}`);
const names = list(60);

type Read = (bytes: Uint8Array) => Promise<object> | object;
const readers: Readonly<Record<string, Read>> = {
  cities: (bytes) => readCities([bytes]),
  streets: (bytes) => readStreets([bytes]),
  branches: (bytes) => readBranches([bytes], { today: '2026-03-15' }),
  'institutions that were given': (bytes) => makeInstitutionOptions([bytes], { allowsLines: true }),
  'public institutions': (bytes) => makeInstitutionOptions([bytes]),
  'tax localities that were given': (bytes) => readTaxYear(bytes, { asked: 2026, allowsLines: true }),
  'public tax localities': (bytes) => readTaxYear(bytes, { asked: 2026 }),
};

const firewall = Array.from({ length: 60 }, (_, i) => `Access denied by policy rule ${i}`).join('\n');
const random = makeRandom(20_000);

describe('[options-sets.maintained.lines] what is not a list', () => {
  test.each<[string, Uint8Array]>([
    ['a text of a firewall', encode(firewall)],
    ['a web page after a line of text', encode(`Access denied\n${names.map((name) => `<p>${name}</p>`).join('\n')}`)],
    ['a web page', encode(`<!DOCTYPE html><html><body>${names.join('<br>')}</body></html>`)],
    ['a page that begins with a comment', encode(`<!-- --><html><body>${names.join('<br>')}</body></html>`)],
    ['random bytes', random],
    ['a table with another header', encode(`mosad,toar\n${names.map((name) => `"${name}",BA`).join('\n')}`)],
    ['a table with tabs', encode(`mosad\ttoar\n${names.map((name) => `${name}\tBA`).join('\n')}`)],
    ['long lines', encode(names.map((name) => `${name} `.repeat(20)).join('\n'))],
    ['an error of the datastore', encode('{"success":false}')],
    ['nothing', new Uint8Array()],
    ['blank lines', encode('\n \n')],
  ])('%s is refused by every reader', async (_, bytes) => {
    for (const [name, read] of Object.entries(readers)) {
      const result = await read(bytes);
      expect(isRefusal(result), name).toBe(true);
      expect((result as Refusal).refusal, name).not.toBe('');
    }
  });

  test('names one a line: from an address that was given, in any encoding, with a header or without', () => {
    const options = names.map((value) => ({ value }));
    const utf16 = new Uint8Array(Buffer.from(names.join('\r\n'), 'utf16le').swap16());
    for (const bytes of [encode(names.join('\n')), encode(`institution_name\n${names.join('\n')}\n`), utf16]) {
      expect(makeInstitutionOptions([bytes], { allowsLines: true })).toMatchObject({ options });
      expect(makeInstitutionOptions([bytes])).toHaveProperty('refusal');
    }
  });

  test('a table of one column: quotes around a name are not part of it', () => {
    const lines = encode('institution_name\r\n"המכללה ע""ש דוגמה"\r\nמכללה ע"ש מבחן\r\n');
    expect(makeInstitutionOptions([lines], { allowsLines: true })).toMatchObject({
      options: [{ value: 'המכללה ע"ש דוגמה' }, { value: 'מכללה ע"ש מבחן' }],
    });
  });

  test('names with commas are names', () => {
    const lines = ['מכללת הדוגמה, גבעת דוגמה', 'מכללת המבחן, באר מבחן'];
    expect(makeInstitutionOptions([encode(lines.join('\n'))], { allowsLines: true })).toMatchObject({
      options: lines.map((value) => ({ value })),
    });
  });
});

describe('[options-sets.maintained.encoding] a bad byte', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i + 1},יישוב ${i}`);
  const csv = encode(['city_code,city_name_he,city_name_en', ...rows.map((row) => `${row},X`)].join('\n'));

  test('is one bad character with its place, and the others stay Hebrew', () => {
    const at = csv.indexOf(0xd7);
    const read = readCities([csv.map((byte, i) => (i === at ? 0xff : byte))]);
    if (isRefusal(read)) throw new Error(read.refusal);
    expect(read.cities[0]?.name).toContain('\ufffd');
    expect(read.cities.slice(1).map(({ name }) => name)).toEqual(rows.slice(1).map((row) => row.replace(/^\d+,/, '')));
    expect(read.badBytes).toEqual([`2 bytes are not UTF-8: line 2 (byte ${at}), line 2 (byte ${at + 1})`]);
  });

  test('a file that was cut inside a row is refused', () => {
    for (const cut of [3, 4, 5]) expect(readCities([csv.subarray(0, -cut)])).toHaveProperty('refusal');
  });
});

describe('[options-sets.maintained.acceptance] columns that moved', () => {
  const row = (i: number) => ({
    Bank_Code: 10 + (i % 12),
    Bank_Name: `בנק ${i % 12}`,
    Branch_Code: i,
    Branch_Name: `סניף ${i}`,
    Branch_Address: 'רחוב 1',
    City: 'באר מבחן',
    Close_Date: '',
  });
  const read = (change: (one: ReturnType<typeof row>) => object) =>
    readBranches([encode(JSON.stringify(Array.from({ length: 100 }, (_, i) => change(row(i)))))], {
      today: '2026-03-15',
    });

  test('names of banks and of branches', () => {
    expect(read((one) => one)).toMatchObject({ branches: { length: 100 } });
    expect(read((one) => ({ ...one, Bank_Name: one.Branch_Name, Branch_Name: one.Bank_Name }))).toEqual({
      refusal: "88 of 100 branches have another bank's name: the source has changed",
    });
  });

  test('codes and names', () => {
    expect(read((one) => ({ ...one, Branch_Code: one.Branch_Name, Branch_Name: one.Branch_Code }))).toEqual({
      refusal: '100 of 100 branches are broken: the source has changed',
    });
  });
});

/** The same in every run. */
function makeRandom(length: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed & 255;
  });
}
