// What a value is called, with where it is: Guests, Guest 2, Name. From the tree, so that what is not drawn just now has its
// name too. [fill-links.summary]
import type { FormState } from './form-state.ts';
import { rowTitle } from './row-words.ts';
import { childrenOf, type ViewNode } from './view-node.ts';

/** The last is the field's own name. */
export function nameField({ tree, texts }: Pick<FormState, 'tree' | 'texts'>, modelPath: string): string[] {
  const find = (nodes: readonly ViewNode[], row: string): string[] | undefined => {
    for (const node of nodes) {
      const path = row + node.path;
      const { label, name } = node.element;
      if ((node.kind === 'field' || node.kind === 'repeat') && path === modelPath) return [label || name];
      if (node.kind === 'repeat' && modelPath.startsWith(`${path}[`)) {
        const index = Number.parseInt(modelPath.slice(path.length + 1), 10);
        const inside = find(node.children, `${path}[${index}]`) ?? [];
        return [label || name, rowTitle(node.element, index, texts), ...inside];
      }
      const parts = node.kind === 'tabs' ? node.tabs : node.kind === 'repeat' ? [] : [{ children: childrenOf(node) }];
      for (const { tab = node.element, children } of parts as readonly Part[]) {
        const inside = find(children, row);
        if (inside) return tab.label ? [tab.label, ...inside] : inside;
      }
    }
    return undefined;
  };
  return find(tree ? childrenOf(tree) : [], 'model') ?? [modelPath];
}

type Part = { readonly tab?: { readonly label?: string }; readonly children: readonly ViewNode[] };
