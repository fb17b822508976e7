// A heading of any level; past the sixth they are all alike.
import { type ComponentChildren, h } from 'preact';

export function Heading({ level, id, children }: { level: number; id: string; children: ComponentChildren }) {
  return h(`h${Math.min(level, 6)}`, { id, class: 'title' }, children);
}
