// The entries that a search has to look at, newest first: where the form's index helps, only blocks that may have matches and
// entries that changed since; everywhere else all of them. [entry-search.all]
import type { Services } from '../base/services.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import { type IndexState, readBounds, readSignatures, type SegmentFacts } from '../store/entries/entry-segments.ts';
import { listRowsOfRuns, readSearchRows } from '../store/entries/search-rows.ts';
import { idBefore } from './build-segment.ts';
import { eachRows } from './each-rows.ts';
import { type Need, needsOf, termsIn } from './search-needs.ts';
import { findBlocks, positionsOf, rowOf } from './segment-bits.ts';
import { type CandidatePlan, type Candidates, needsTeam, planTeamCandidates } from './team-candidates.ts';
import type { WantedMatches } from './wanted-matches.ts';

type Piece =
  | { readonly kind: 'walk'; readonly fromId: string; readonly toId: string | undefined }
  | { readonly kind: 'segment'; readonly fromId: string; readonly toId: string; readonly segment: SegmentFacts };

type Needed = Pick<Services, 'db' | 'longReads'>;

export function planCandidates(wanted: WantedMatches, state: IndexState, services: Needed): CandidatePlan {
  const need = wanted.search && needsOf(wanted.search);
  const where = wanted.search?.where;
  if (need === undefined && where !== undefined && needsTeam(where)) {
    return planTeamCandidates(wanted, state.entries, services);
  }
  const hasTeam = wanted.search?.hasTeam;
  const meaning = wanted.search?.paths.meaning;
  const pieces = piecesOf(state, need === undefined ? undefined : meaning);
  const changed = state.changed ?? [];
  return {
    entries: state.entries,
    each: (after) => eachOf(pieces, after),
    async estimate() {
      const segments = pieces.flatMap((piece) => (piece.kind === 'segment' ? [piece.segment] : []));
      const hasWalk = pieces.some((piece) => piece.kind === 'walk' && piece.toId !== undefined);
      if (hasWalk || segments.length === 0) return Number.POSITIVE_INFINITY;
      let entries = changed.length;
      for (let at = 0; at < segments.length; at += segmentsAtOnce) {
        const found = await findRuns(segments.slice(at, at + segmentsAtOnce));
        for (const [segment, runs] of found)
          entries += (runs ?? []).length * (segment.entries / Math.max(1, segment.blocks));
        if (found.some(([, runs]) => runs === undefined)) return Number.POSITIVE_INFINITY;
      }
      return entries;
    },
  };

  async function* eachOf(
    all: readonly Piece[],
    after: string | undefined,
  ): AsyncGenerator<Candidates, void, undefined> {
    const left = all.filter((piece) => after === undefined || piece.fromId < idBefore(after));
    let atOnce = 1;
    for (let at = 0; at < left.length; ) {
      const piece = left[at] as Piece;
      if (piece.kind === 'walk') {
        yield* walk(piece, after);
        at += 1;
        continue;
      }
      const batch: SegmentFacts[] = [];
      for (; batch.length < atOnce && left[at]?.kind === 'segment'; at += 1)
        batch.push((left[at] as { segment: SegmentFacts }).segment);
      atOnce = Math.min(atOnce * 4, segmentsAtOnce);
      // Runs of neighbours are read together: of something rare each segment has only a few.
      let runs: IdRun[] = [];
      for (const [segment, own] of await findRuns(batch)) {
        runs.push(...(own ?? []));
        if (own !== undefined && segment !== batch.at(-1)) continue;
        if (own !== undefined) yield* readRuns(runs, after, segment.fromId);
        else {
          if (runs.length > 0) yield* readRuns(runs, after, segment.toId);
          yield* walk(segment, after);
        }
        runs = [];
      }
    }
  }

  async function* walk(
    { fromId, toId }: { fromId: string; toId: string | undefined },
    after: string | undefined,
  ): AsyncGenerator<Candidates, void, undefined> {
    const last = after === undefined || (toId !== undefined && toId < after) ? toId : idBefore(after);
    const { account, form, filter } = wanted;
    for await (const rows of eachRows(
      { account, form: form.id, filter, run: { fromId, toId: last }, hasTeam },
      services,
    )) {
      yield { rows, reached: rows.at(-1)?.id as string };
    }
  }

  /** What to read of each segment; undefined where it went meanwhile. */
  async function findRuns(
    segments: readonly SegmentFacts[],
  ): Promise<(readonly [SegmentFacts, IdRun[] | undefined])[]> {
    const terms = termsIn(need as Need);
    const placesOf = new Map(
      segments.map((segment) => {
        const positions = segment.blocks === 0 ? [] : terms.flatMap((term) => positionsOf(term, segment.width));
        return [segment.id, new Set(positions.map((position) => rowOf(position, segment)))] as const;
      }),
    );
    const places = [...placesOf].flatMap(([segment, own]) => [...own].map((place) => ({ segment, place })));
    const [signatures, bounds] = await Promise.all([
      readSignatures(services.db.sql, places),
      readBounds(
        services.db.sql,
        segments.map(({ id }) => id),
      ),
    ]);
    await ownTurn();
    return segments.map((segment) => {
      const own = bounds.get(segment.id);
      const rows = signatures.get(segment.id) ?? new Map<number, Buffer>();
      if (own === undefined || rows.size < placesOf.get(segment.id)!.size) return [segment, undefined] as const;
      const runOf = (block: number): IdRun => ({
        fromId: own(block + 1) ?? segment.fromId,
        toId: block === 0 ? segment.toId : own(block)!,
      });
      const blocks = segment.blocks === 0 ? [] : findBlocks(need as Need, segment, rows, runOf).map(runOf);
      return [segment, withChanged(blocks, segment)] as const;
    });
  }

  /** Entries that changed are looked at wherever they are; those in a block that is read anyway come with it. */
  function withChanged(blocks: readonly IdRun[], { fromId, toId }: SegmentFacts): IdRun[] {
    const runs = [...blocks];
    let at = 0;
    for (const id of changed) {
      if (id > toId || id <= fromId) continue;
      while (at < blocks.length && (blocks[at] as IdRun).fromId >= id) at += 1;
      const block = blocks[at];
      if (block === undefined || id > block.toId) runs.push({ fromId: idBefore(id), toId: id });
    }
    return runs.length === blocks.length ? runs : runs.sort((a, b) => (a.toId < b.toId ? 1 : -1));
  }

  /** After them all entries that are newer than `end` have been looked at. */
  async function* readRuns(
    all: readonly IdRun[],
    after: string | undefined,
    end: string,
  ): AsyncGenerator<Candidates, void, undefined> {
    const { account, form, filter } = wanted;
    const runs = all.filter((run) => after === undefined || run.fromId < idBefore(after));
    let atOnce = firstRuns;
    for (let at = 0; at < runs.length; ) {
      const some = runs.slice(at, at + atOnce);
      at += atOnce;
      atOnce = Math.min(atOnce * 2, runsAtOnce);
      let from = after;
      for (let isCut = true; isCut; ) {
        const page = {
          account,
          filter: { ...filter, form: { eq: form.id } },
          runs: some,
          after: from,
          maxBytes: bytesAtOnce,
          hasTeam,
        };
        const answer = await services.longReads.run(account, () => listRowsOfRuns(services.db.sql, page));
        await ownTurn();
        const rows = readSearchRows(answer.json);
        isCut = answer.isCut;
        from = rows.at(-1)?.id ?? from;
        yield { rows, reached: isCut ? (from as string) : idAfter((some.at(-1) as IdRun).fromId) };
      }
    }
    yield { rows: [], reached: idAfter(end) };
  }
}

interface IdRun {
  readonly fromId: string;
  readonly toId: string;
}

const segmentsAtOnce = 32;
const firstRuns = 8;
const runsAtOnce = 32;
const bytesAtOnce = 2 ** 19;

/** The first id after this one; after none comes the very first. */
function idAfter(id: string): string {
  return id === '' ? '0'.repeat(24) : (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
}

/** Whether some of the entries, beyond the newest ones, are in no segment that helps, or many changed since. */
export function isBehind(state: IndexState, meaning: string): boolean {
  const hasGap = piecesOf(state, meaning).some(
    (piece) => piece.kind === 'walk' && (piece.toId !== undefined || piece.fromId === ''),
  );
  return !state.isKnown || hasGap || state.changed === undefined || state.changed.length > manyChanges;
}

const manyChanges = 500;

/** Newest first. Only segments of the wanted meaning help; without one, or with too many changes, none does. */
function piecesOf(state: IndexState, meaning: string | undefined): Piece[] {
  const pieces: Piece[] = [];
  let toId: string | undefined;
  for (const segment of state.segments) {
    if (segment.meaning !== meaning || state.changed === undefined) continue;
    if (toId === undefined || segment.toId < toId) pieces.push({ kind: 'walk', fromId: segment.toId, toId });
    pieces.push({ kind: 'segment', fromId: segment.fromId, toId: segment.toId, segment });
    toId = segment.fromId;
  }
  if (toId !== '') pieces.push({ kind: 'walk', fromId: '', toId });
  return pieces;
}
