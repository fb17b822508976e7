// Whether broken sources leave the old list in place or are read right.
import type { MaintainedSetKey, SourceKey } from '../../src/server/options-sets/maintained-sets.ts';
import type { Variant } from './broken-variants.ts';
import { countDifferences, type Files, type Gatherer, type Lists, listsOf } from './gather.ts';

export interface Judgement {
  kept: number;
  right: number;
  /** Bytes that became other letters or digits: their own rows are other, nothing else. */
  touched: number;
  readonly wrong: string[];
}

export interface Case {
  readonly family: MaintainedSetKey;
  readonly source: SourceKey;
  readonly files: Files;
  readonly variants: Iterable<Variant>;
  readonly isOtherAddress?: boolean;
  /** Another list that is right: what comes with the service. */
  readonly alsoRight?: Lists;
}

export async function judge(
  { gather }: Gatherer,
  { family, source, files, variants, alsoRight, isOtherAddress = false }: Case,
): Promise<Judgement> {
  const before = await gather(family, files);
  const truth = listsOf(before);
  const judgement: Judgement = { kept: 0, right: 0, touched: 0, wrong: [] };
  for (const { title, bytes, mayTouch } of variants) {
    const event = await gather(family, { ...files, [source]: bytes }, before, { isOtherAddress });
    if (event.type === 'kept') judgement.kept++;
    else {
      const lists = listsOf(event);
      const isAlsoRight = alsoRight !== undefined && countDifferences(alsoRight, lists) === 0;
      const differences = isAlsoRight ? 0 : countDifferences(truth, lists);
      // A tax year keeps its list while the others stay as they are.
      if (differences === 0 && event.problem !== undefined) judgement.kept++;
      else if (differences === 0) judgement.right++;
      else if (differences <= mayTouch) judgement.touched++;
      else judgement.wrong.push(`${title}: ${differences} options differ`);
    }
  }
  return judgement;
}
