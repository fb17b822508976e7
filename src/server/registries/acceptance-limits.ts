// What a believable refresh of each maintained set may bring: how many options in all, and how many may go, come or change
// between one refresh and the next. Floors are with the sets (maintained-sets.ts). [options-sets.maintained.acceptance]
import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';

/** The larger of a share of what is there and a number of options, so that small sets can change too. */
export interface Allowance {
  readonly share: number;
  readonly options: number;
}

export interface AcceptanceLimits {
  readonly language: 'he' | 'en';
  /** The share of values that have Hebrew letters; of an English set, that have Latin letters and no Hebrew ones. */
  readonly minLanguageShare: number;
  /** More options than this (for tax localities: in one year) are another list. */
  readonly ceiling: number;
  readonly mayLose: Allowance;
  readonly mayGain: Allowance;
  /** Options of before that are gone. */
  readonly mayReplace: Allowance;
  /** No registry publishes the names, so a list from another address may spell all of them in its own way. */
  readonly mayBeRenamed?: boolean;
  /** Keys of the data that make an option this one, beside its value. */
  readonly identity: readonly string[];
}

const places = { mayLose: { share: 0.15, options: 5 }, mayReplace: { share: 0.3, options: 5 } };
const names = { language: 'he', minLanguageShare: 0.9 } as const;
const namesEnglish = { language: 'en', minLanguageShare: 0.9 } as const;
const branches = {
  ceiling: 5_000,
  mayLose: { share: 0.15, options: 5 },
  mayGain: { share: 0.25, options: 20 },
  // Their addresses change more often than their names.
  mayReplace: { share: 0.65, options: 10 },
  identity: ['bankCode', 'code'],
};
/** Payment firms come and go by the handful. */
const banks = {
  ceiling: 100,
  mayLose: { share: 0.15, options: 8 },
  mayGain: { share: 0.25, options: 12 },
  mayReplace: { share: 0.5, options: 8 },
  identity: ['code'],
};
const cities = { ceiling: 2_000, mayGain: { share: 0.15, options: 20 }, identity: ['code'] };

type Refreshed = Exclude<MaintainedSetKey, `countries${string}`>;

/** Countries come with the service and are counted exactly. */
export const acceptanceLimits: Readonly<Record<Refreshed, AcceptanceLimits>> = {
  cities: { ...names, ...places, ...cities },
  citiesEnglish: { ...namesEnglish, ...places, ...cities },
  streets: { ...names, ...places, ceiling: 150_000, mayGain: { share: 0.4, options: 50 }, identity: ['city'] },
  banks: { ...banks, language: 'he', minLanguageShare: 0.5 },
  banksEnglish: { ...namesEnglish, ...banks },
  branches: { ...names, ...branches },
  branchesEnglish: { ...namesEnglish, ...branches },
  taxLocalities: {
    ...names,
    ceiling: 900,
    // Within its year a list hardly shrinks, and a page of a broken booklet has some 25 to 45 localities.
    mayLose: { share: 0.03, options: 5 },
    mayGain: { share: 0.3, options: 20 },
    mayReplace: { share: 0.3, options: 8 },
    identity: ['year'],
  },
  institutions: {
    ...names,
    ceiling: 250,
    mayLose: { share: 0.15, options: 8 },
    mayGain: { share: 0.3, options: 15 },
    mayReplace: { share: 0.5, options: 10 },
    mayBeRenamed: true,
    identity: [],
  },
};

export function limitsOf(key: MaintainedSetKey): AcceptanceLimits | undefined {
  return key in acceptanceLimits ? acceptanceLimits[key as Refreshed] : undefined;
}

const everything: Allowance = { share: 1, options: 0 };

/** For a list from another address than before: a copy of another date, or another registry of the same kind. */
export function loosened(limits: AcceptanceLimits): AcceptanceLimits {
  const { mayGain, mayReplace, mayBeRenamed = false } = limits;
  return {
    ...limits,
    mayGain: { ...mayGain, share: mayGain.share * 2 },
    mayReplace: mayBeRenamed ? everything : { ...mayReplace, share: Math.min(0.9, mayReplace.share * 1.2) },
  };
}

export function allows({ share, options }: Allowance, change: { readonly by: number; readonly of: number }): boolean {
  return change.by <= Math.max(change.of * share, options);
}
