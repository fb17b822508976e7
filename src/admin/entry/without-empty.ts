// The blocks of a sheet without what is empty, and how many questions that were.
import type { SheetBlock } from './describe-sheet.ts';

export interface FilledBlocks {
  readonly blocks: readonly SheetBlock[];
  readonly emptyCount: number;
}

export function withoutEmpty(blocks: readonly SheetBlock[]): FilledBlocks {
  const parts = blocks.map(filledPart);
  return {
    blocks: parts.flatMap(({ block }) => block ?? []),
    emptyCount: parts.reduce((sum, part) => sum + part.emptyCount, 0),
  };
}

interface FilledPart {
  /** Missing where nothing of it is filled. */
  readonly block?: SheetBlock;
  readonly emptyCount: number;
}

function filledPart(block: SheetBlock): FilledPart {
  switch (block.kind) {
    case 'answer':
      return block.answer === undefined ? { emptyCount: 1 } : { block, emptyCount: 0 };
    case 'group': {
      const inside = withoutEmpty(block.blocks);
      const { emptyCount } = inside;
      return inside.blocks.length === 0 ? { emptyCount } : { block: { ...block, blocks: inside.blocks }, emptyCount };
    }
    case 'cards': {
      const cards = block.cards.map(withoutEmpty);
      const emptyCount = cards.reduce((sum, card) => sum + card.emptyCount, 0);
      return { block: { ...block, cards: cards.map((card) => card.blocks) }, emptyCount };
    }
    case 'table': {
      // A column counts as one question.
      const isFilled = block.columns.map((_, at) => block.rows.some((row) => row[at] !== undefined));
      const kept = <T>(items: readonly T[]) => items.filter((_, at) => isFilled[at]);
      const table = { ...block, columns: kept(block.columns), rows: block.rows.map(kept) };
      return { block: table, emptyCount: isFilled.filter((one) => !one).length };
    }
  }
}
