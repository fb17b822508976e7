// Bank branches, and the banks that have them: a bank's score is the number of its branch options.
import { foldText } from '../../core/text/fold-text.ts';
import type { Option } from '../options-sets/search-index.ts';
import { cleanText, readCode } from './clean-text.ts';
import { readTable, type TableShape } from './read-table.ts';
import { isRefusal, type Made, type Refusal, refuse, refuseBroken, type SourceFacts } from './refusal.ts';

export interface Branch {
  readonly bankCode: number;
  readonly bankName: string;
  readonly code: number;
  readonly name: string;
  readonly address: string;
}

/** The clearing list, the list of physical branches and both XML schemas of the Bank of Israel name them so. */
const branchTable: TableShape<'bankCode' | 'bankName' | 'code' | 'name' | 'address' | 'city' | 'closed' | 'opened'> = {
  columns: {
    bankCode: { names: ['Bank_Code', 'id'] },
    bankName: { names: ['Bank_Name', 'name'] },
    code: { names: ['Branch_Code'] },
    name: { names: ['Branch_Name'] },
    address: { names: ['Branch_Address', 'address'] },
    city: { names: ['City'] },
    closed: { names: ['close_date', 'Date_Closed', 'closingDate'] },
    opened: { names: ['open_date', 'Date_Open'], isOptional: true },
  },
};

export interface Bank {
  readonly code: number;
  readonly name: string;
}

export interface ReadBranches extends SourceFacts {
  /** Also those without a branch that has a name. */
  readonly banks: readonly Bank[];
  readonly branches: readonly Branch[];
  readonly warnings: readonly string[];
  /** When the last of them were opened. */
  readonly date: string | undefined;
}

/** A single date may be a slip, or of a branch that was closed since. */
const newestOpenings = 10;

/** A bank has one name; another here and there is a slip, more of them are another column. */
const mayBeMisnamed = { share: 0.05, rows: 3 };

/** Branches are named after their places: fewer names than this, of many branches, are another column. */
const minNames = { share: 0.1, of: 100 };

export function readBranches(
  pages: readonly Uint8Array[],
  { today }: { readonly today: string },
): ReadBranches | Refusal {
  const table = readTable(pages, branchTable);
  if (isRefusal(table)) return table;
  const branches = new Map<string, Branch>();
  const banks = new Map<number, Bank>();
  const skipped = { closed: 0, nameless: 0, broken: 0, repeated: 0 };
  let misnamed = 0;
  for (const row of table.rows) {
    const bankCode = readCode(row.bankCode);
    const code = readCode(row.code);
    const bankName = cleanText(row.bankName);
    const name = cleanText(row.name);
    if (isClosed(row.closed, today)) skipped.closed++;
    else if (bankCode === undefined || code === undefined || bankName === '') skipped.broken++;
    else {
      const bank = banks.get(bankCode) ?? { code: bankCode, name: bankName };
      banks.set(bankCode, bank);
      if (bank.name !== bankName) misnamed++;
      const key = `${bankCode} ${code}`;
      if (name === '') skipped.nameless++;
      else if (branches.has(key)) skipped.repeated++;
      else branches.set(key, { bankCode, bankName: bank.name, code, name, address: makeAddress(row) });
    }
  }
  const total = table.rows.length;
  if (misnamed > Math.max(total * mayBeMisnamed.share, mayBeMisnamed.rows))
    return refuse(`${misnamed} of ${total} branches have another bank's name: the source has changed`);
  const names = new Set([...branches.values()].map(({ name }) => name)).size;
  if (branches.size >= minNames.of && names < branches.size * minNames.share)
    return refuse(`${branches.size} branches have ${names} different names: the source has changed`);
  const warnings = Object.entries(skipped).flatMap(([why, count]) =>
    count === 0 ? [] : [`${count} branches left out: ${why}`],
  );
  const { badBytes, ending } = table;
  const openings = table.rows
    .map(({ opened }) => readDate(opened) ?? '')
    .filter((date) => date !== '' && date <= today);
  const date = openings.sort().at(-newestOpenings);
  const read = { banks: [...banks.values()], branches: [...branches.values()], warnings, date, badBytes, ending };
  return refuseBroken('branches', { broken: skipped.broken, total }) ?? read;
}

export function makeBranchOptions(branches: readonly Branch[]): Made<Option> {
  const options = branches.map(({ bankCode, code, name, address, bankName }) => ({
    value: [name, code, address].join(' | ').trimEnd(),
    data: { bankCode, code, name, address, bankName },
  }));
  return { options, warnings: [] };
}

/** More branches first. */
export function makeBankOptions(banks: readonly Bank[], branches: readonly Branch[]): Made<Option> {
  const counts = new Map<number, number>();
  for (const { bankCode } of branches) counts.set(bankCode, (counts.get(bankCode) ?? 0) + 1);
  const options = banks.map(({ code, name }) => ({
    value: `${name} | ${code}`,
    score: counts.get(code) ?? 0,
    data: { code, name },
  }));
  return { options: options.sort((a, b) => b.score - a.score), warnings: [] };
}

function makeAddress(row: { readonly address: string; readonly city: string }): string {
  const address = cleanText(row.address);
  const city = cleanText(row.city);
  if (city === '' || foldText(address).includes(foldText(city))) return address;
  return address === '' ? city : `${address}, ${city}`;
}

/** `today` is YYYY-MM-DD. */
function isClosed(text: string, today: string): boolean {
  const date = readDate(text);
  return date !== undefined && date <= today;
}

/** YYYY-MM-DD; sources write 31/12/2025 or 2025-12-31T00:00:00. */
function readDate(text: string): string | undefined {
  const clean = cleanText(text);
  const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(clean);
  const date = dayFirst === null ? clean.slice(0, 10) : toIsoDate(dayFirst);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : undefined;
}

function toIsoDate([, day = '', month = '', year = '']: readonly string[]): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
