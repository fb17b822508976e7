// A picture for each kind of element: 24 by 24 lines in the color of the text. Decoration: the name is beside it.
import { elementKinds } from '../tree/element-kinds.ts';
import type { KindName } from '../tree/kind-texts.ts';

const shapes = {
  root: 'M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM9 8h6M9 12h6M9 16h3',
  list: 'M8 5h8v14H8z',
  add: 'M12 6v12M6 12h12',
  ...(Object.fromEntries(elementKinds.map(({ kind, icon }) => [kind, icon])) as Readonly<Record<KindName, string>>),
};

export type ElementIconName = keyof typeof shapes;

export function ElementIcon({ name, size = 20 }: { name: ElementIconName; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
