// Bank branches, and the banks that have them: a bank's score is the number of its branch options.
import { foldText } from '../../core/fold-text.ts';
import type { Option } from '../options-sets/search-index.ts';
import { cleanText, readCode } from './clean-text.ts';
import { readTable, type TableShape } from './read-table.ts';
import { isRefusal, type Made, type Refusal } from './refusal.ts';

export interface Branch {
  readonly bankCode: number;
  readonly bankName: string;
  readonly code: number;
  readonly name: string;
  readonly address: string;
}

/** The clearing list, the list of physical branches and both XML schemas of the Bank of Israel name them so. */
const branchTable: TableShape<'bankCode' | 'bankName' | 'code' | 'name' | 'address' | 'city' | 'closed'> = {
  columns: {
    bankCode: { names: ['Bank_Code', 'id'] },
    bankName: { names: ['Bank_Name', 'name'] },
    code: { names: ['Branch_Code'] },
    name: { names: ['Branch_Name'] },
    address: { names: ['Branch_Address', 'address'] },
    city: { names: ['City'] },
    closed: { names: ['close_date', 'Date_Closed', 'closingDate'] },
  },
};

export function readBranches(
  pages: readonly Uint8Array[],
  { today }: { readonly today: string },
): { branches: Branch[]; warnings: string[] } | Refusal {
  const table = readTable(pages, branchTable);
  if (isRefusal(table)) return table;
  const branches = new Map<string, Branch>();
  const bankNames = new Map<number, string>();
  const skipped = { closed: 0, nameless: 0, broken: 0, repeated: 0 };
  for (const row of table.rows) {
    const bankCode = readCode(row.bankCode);
    const code = readCode(row.code);
    const bankName = cleanText(row.bankName);
    const name = cleanText(row.name);
    const key = `${bankCode} ${code}`;
    if (isClosed(row.closed, today)) skipped.closed++;
    else if (bankCode === undefined || code === undefined || bankName === '') skipped.broken++;
    else if (name === '') skipped.nameless++;
    else if (branches.has(key)) skipped.repeated++;
    else {
      if (!bankNames.has(bankCode)) bankNames.set(bankCode, bankName);
      branches.set(key, { bankCode, bankName: bankNames.get(bankCode)!, code, name, address: makeAddress(row) });
    }
  }
  const warnings = Object.entries(skipped).flatMap(([why, count]) =>
    count === 0 ? [] : [`${count} branches left out: ${why}`],
  );
  return { branches: [...branches.values()], warnings };
}

export function makeBranchOptions(branches: readonly Branch[]): Made<Option> {
  const options = branches.map(({ bankCode, code, name, address, bankName }) => ({
    value: [name, code, address].join(' | ').trimEnd(),
    data: { bankCode, code, name, address, bankName },
  }));
  return { options, warnings: [] };
}

export function makeBankOptions(branches: readonly Branch[]): Made<Option> {
  const banks = new Map<number, { name: string; count: number }>();
  for (const { bankCode, bankName } of branches) {
    const bank = banks.get(bankCode) ?? { name: bankName, count: 0 };
    bank.count++;
    banks.set(bankCode, bank);
  }
  const options = [...banks].map(([code, { name, count }]) => ({
    value: `${name} | ${code}`,
    score: count,
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

/** `today` and the date it is compared with are YYYY-MM-DD; sources write 31/12/2025 or 2025-12-31T00:00:00. */
function isClosed(text: string, today: string): boolean {
  const clean = cleanText(text);
  const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(clean);
  const date = dayFirst === null ? clean.slice(0, 10) : toIsoDate(dayFirst);
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && date <= today;
}

function toIsoDate([, day = '', month = '', year = '']: readonly string[]): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
