// How high the rows of the table are. Cut rows are all alike; a wrapped row is as high as when it was last drawn, and until
// then as high as the others are on average.
import type { GridLayout } from './grid-props.ts';

export const rowHeight = { comfortable: 40, compact: 32 } as const;

export function rowHeights() {
  const measured = new Map<string, number>();
  let sum = 0;
  return {
    of: (id: string, { isWrapped, density }: Pick<GridLayout, 'isWrapped' | 'density'>): number => {
      if (!isWrapped) return rowHeight[density];
      return measured.get(id) ?? (measured.size === 0 ? rowHeight[density] : Math.round(sum / measured.size));
    },
    measure(body: HTMLTableSectionElement | null): void {
      for (const { dataset, offsetHeight } of body?.rows ?? []) {
        const id = dataset['id'];
        if (id === undefined) continue;
        sum += offsetHeight - (measured.get(id) ?? 0);
        measured.set(id, offsetHeight);
      }
    },
  };
}
