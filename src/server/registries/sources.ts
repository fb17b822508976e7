// Where the maintained sets come from: the public registries, or the addresses that the file named by SETS_SOURCES gives
// instead. A source may have several addresses; the first that gives believable data counts.
// [options-sets.maintained.sources]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../base/settings.ts';
import type { SourceKey } from '../options-sets/maintained-sets.ts';

export interface SourceAddress {
  /** Missing: the resource is looked up in the package. */
  readonly url?: string;
  /** Resources of the portal get new ids now and then: the package they are in, and a word in the name of the right one. */
  readonly package?: { readonly url: string; readonly nameHas: string };
  /** Years that are not at the address of the others. */
  readonly byYear?: Readonly<Record<number, string>>;
  /** Named by SETS_SOURCES: the operator's own list may be plain lines. */
  readonly isGiven?: boolean;
}

export type Sources = Readonly<Record<SourceKey, readonly SourceAddress[]>>;

const portalUrl = 'https://data.gov.il/api/3/action';

export function datastoreUrl(resource: string, portal = portalUrl): string {
  return `${portal}/datastore_search?resource_id=${resource}`;
}

function inPackage(slug: string, nameHas: string, resource?: string): SourceAddress {
  return {
    package: { url: `${portalUrl}/package_show?id=${slug}`, nameHas },
    ...(resource === undefined ? {} : { url: datastoreUrl(resource) }),
  };
}

const booklets = 'https://www.gov.il/BlobFolder/generalpage/';
const monthlyBooklet = `${booklets}income-tax-monthly-deductions-booklet/he/generalInformation_income-tax-monthly-deductions-booklet_`;
const yearlyBooklet = `${booklets}income-tax-annual-deductions-booklet/he/`;
const taxBooklet: SourceAddress = {
  url: `${monthlyBooklet}monthly-deductions-booklet-{year}.pdf`,
  byYear: {
    2016: `${monthlyBooklet}luah_ezer_2016_acc.pdf`,
    2017: `${monthlyBooklet}luah_ezer_2017_acc.pdf`,
    2018: `${monthlyBooklet}luah_azer_hodshi_2018_acc.pdf`,
    2019: `${yearlyBooklet}luah_nikuim_shnati_2019_acc.pdf`,
    2020: `${yearlyBooklet}luachyanoar.pdf`,
    2021: `${yearlyBooklet}itc_itc_necuyim2021-1.pdf`,
  },
};

export const publicSources: Sources = {
  cities: [inPackage('citiesandsettelments', 'מתעדכן', '8f714b6f-c35c-4b40-a0e7-547b675eee0e')],
  streets: [inPackage('321', 'מתעדכן', '9ad3862c-8391-4b2f-84a4-2d4c68625f4b')],
  // The list for payments has banks that the list of physical branches has not.
  branches: [
    inPackage('branches_for_payments', 'עברית', 'b3f7616d-1c65-497d-afd5-d5ba972bfc1d'),
    { url: 'https://www.boi.org.il/boi_files/Pikuah/Branches_for_payments.xml' },
    inPackage('branches', 'עברית', '2202bada-4baf-45f5-aa61-8c5bad9646d3'),
  ],
  branchesEnglish: [
    inPackage('branches_for_payments', 'אנגלית'),
    inPackage('branches', 'אנגלית', '6f3bda2a-8cde-4b86-a1c8-2761862b1224'),
  ],
  taxLocalities: [taxBooklet],
  institutions: [inPackage('ogdan-education', '', '9d656232-3329-4e41-bd6f-a793644b4ea6')],
};

/** Addresses that the file does not name stay public. `file:` addresses may be relative to the file. */
export function readSources(path: string | undefined, { allowsHttp = false } = {}): Sources {
  if (path === undefined) return publicSources;
  const given = readJsonObject(path);
  const sources: Record<string, readonly SourceAddress[]> = { ...publicSources };
  for (const [key, value] of Object.entries(given)) {
    if (!(key in publicSources)) {
      throw problem(path, `has the key "${key}", but keys are: ${Object.keys(publicSources).join(', ')}`);
    }
    sources[key] = [{ url: readAddress(value, { path, key, allowsHttp }), isGiven: true }];
  }
  return sources as Sources;
}

function readJsonObject(path: string): object {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw problem(path, `cannot be read: ${(error as Error).message}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw problem(path, 'is not a JSON object');
  return json;
}

function readAddress(value: unknown, at: { path: string; key: string; allowsHttp: boolean }): string {
  const base = pathToFileURL(at.path).href;
  if (typeof value === 'string' && /^(https|file|http):/.test(value) && URL.canParse(value, base)) {
    // The place of the year is not part of an address: it would come back encoded.
    const url = new URL(value.replaceAll('{year}', '-year-'), base);
    if (url.protocol !== 'http:' || (at.allowsHttp && isLoopback(url))) return url.href.replaceAll('-year-', '{year}');
  }
  throw problem(at.path, `must give an https: or file: address for "${at.key}"`);
}

export function isLoopback(url: URL): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

function problem(path: string, what: string): ConfigError {
  return new ConfigError(`SETS_SOURCES (flag --sets-sources): the file ${path} ${what}.`);
}
