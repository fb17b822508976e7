// cRow: columns beside each other where there is room, below each other on a phone.
import { ElementList, type ElementProps } from '../form-view.tsx';
import type { RowNode } from '../view-node.ts';

export function Row({ node, row, level }: ElementProps<RowNode>) {
  return (
    <div class="columns" style={{ '--columns': node.columns.length }}>
      {node.columns.map((children, at) => (
        <div class="elements" key={at}>
          <ElementList nodes={children} row={row} level={level} />
        </div>
      ))}
    </div>
  );
}
