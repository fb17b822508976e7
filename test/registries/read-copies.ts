// Reads copies of public registries for the tests, without any code of the service: what it makes of a registry is compared
// with what is made of it here.

export interface Table {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ExpectedOption {
  readonly value: string;
  readonly score?: number;
  readonly data?: Readonly<Record<string, string | number>>;
}

export function readLines(text: string, separator: string): string[][] {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.map((line) => splitLine(line, separator));
}

/** Quotes around a cell, doubled inside; no copy has a line break in a cell. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (isQuoted && letter === '"' && line[at + 1] === '"') cell += line[++at];
    else if (letter === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell];
}

/** The elements of one name, each with what its children hold. */
export function readElements(text: string, name: string): Table {
  const records = text.split(`<${name}>`).slice(1);
  const fields = records.map((record) => {
    const body = record.slice(0, record.indexOf(`</${name}>`));
    return new Map(
      [...body.matchAll(/<([A-Za-z_]+)>([^<]*)<\//g)].map(([, tag = '', value = '']) => [tag, withoutEntities(value)]),
    );
  });
  const headers = [...new Set(fields.flatMap((one) => [...one.keys()]))];
  return { headers, rows: fields.map((one) => headers.map((header) => one.get(header) ?? '')) };
}

function withoutEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

export function tidy(text: string): string {
  const kept = [...text]
    .filter((letter) => !'\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff'.includes(letter))
    .join('');
  return kept
    .split('""')
    .join('"')
    .split(/[\s\u00a0]+/)
    .filter(Boolean)
    .join(' ');
}

/** Older exports write )a( for (a). */
export function tidyName(text: string): string {
  const tidied = tidy(text);
  const [open, close] = [tidied.indexOf('('), tidied.indexOf(')')];
  if (close < 0 || (open >= 0 && open < close)) return tidied;
  return [...tidied].map((letter) => ({ '(': ')', ')': '(' })[letter] ?? letter).join('');
}

const column = ({ headers, rows }: Table, ...names: string[]) => {
  const at = headers.findIndex((header) => names.includes(header));
  return rows.map((row) => (at < 0 ? '' : (row[at] ?? '')));
};

export interface Places {
  readonly cities: ExpectedOption[];
  readonly citiesEnglish: ExpectedOption[];
  readonly streets: ExpectedOption[];
}

export function expectPlaces(cities: Table, streets: Table): Places {
  const codes = column(cities, 'code', 'סמל_ישוב', 'city_code').map(Number);
  const names = column(cities, 'nameHe', 'שם_ישוב', 'city_name_he').map(tidyName);
  const english = column(cities, 'nameEn', 'שם_ישוב_לועזי', 'city_name_en').map(tidyName);
  const nameOf = new Map(codes.map((code, i) => [code, names[i]!]));
  nameOf.delete(0);
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  const expected: ExpectedOption[] = [];
  const streetNames = column(streets, 'street_name', 'שם_רחוב').map(tidyName);
  for (const [i, code] of column(streets, 'city_code', 'סמל_ישוב').map(Number).entries()) {
    const city = nameOf.get(code);
    if (city === undefined || seen.has(`${code}/${streetNames[i]}`)) continue;
    seen.add(`${code}/${streetNames[i]}`);
    counts.set(city, (counts.get(city) ?? 0) + 1);
    expected.push({ value: streetNames[i]!, data: { city } });
  }
  const known = codes.flatMap((code, i) => (code === 0 ? [] : [{ code, name: names[i]!, english: english[i]! }]));
  return {
    cities: known.map(({ code, name }) => ({ value: name, score: counts.get(name) ?? 0, data: { code } })),
    citiesEnglish: known
      .filter((city) => city.english !== '')
      .map((city) => ({
        value: city.english,
        score: counts.get(city.name) ?? 0,
        data: { code: city.code, heName: city.name },
      })),
    streets: expected,
  };
}

export function expectBanks(table: Table, today: string): { banks: ExpectedOption[]; branches: ExpectedOption[] } {
  const bankCodes = column(table, 'Bank_Code', 'id').map(Number);
  const bankNames = column(table, 'Bank_Name', 'name').map(tidy);
  const codes = column(table, 'Branch_Code', 'branch_code').map(Number);
  const names = column(table, 'Branch_Name', 'branch_name').map(tidy);
  const streets = column(table, 'Branch_Address', 'Address', 'address').map(tidy);
  const cities = column(table, 'City', 'city').map(tidy);
  const closed = column(table, 'Date_Closed', 'Close_Date', 'close_date').map((date) => isPast(tidy(date), today));
  const open = bankCodes.map((_, i) => i).filter((i) => !closed[i]);
  const branches = open
    .filter((i) => names[i] !== '')
    .map((i) => {
      const hasCity = cities[i] === '' || streets[i]!.toLowerCase().includes(cities[i]!.toLowerCase());
      const address = hasCity ? streets[i]! : [streets[i]!, cities[i]!].filter(Boolean).join(', ');
      const data = { bankCode: bankCodes[i]!, code: codes[i]!, name: names[i]!, address, bankName: bankNames[i]! };
      return { value: `${names[i]} | ${codes[i]} | ${address}`.trimEnd(), data };
    });
  const firsts = open.filter((i, at) => open.findIndex((j) => bankCodes[j] === bankCodes[i]) === at);
  const banks = firsts.map((i) => ({
    value: `${bankNames[i]} | ${bankCodes[i]}`,
    score: branches.filter(({ data }) => data.bankCode === bankCodes[i]).length,
    data: { code: bankCodes[i]!, name: bankNames[i]! },
  }));
  return { branches, banks: banks.sort((a, b) => b.score - a.score) };
}

function isPast(date: string, today: string): boolean {
  const [day = '', month = '', year = ''] = date.split('/');
  return year.length === 4 && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` <= today;
}
