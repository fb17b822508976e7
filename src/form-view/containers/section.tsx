// cSection: a group with a title. A collapsible one keeps its state with the data, as __isCollapsed under its own name.
import { useMemo } from 'preact/hooks';
import { useSlice } from '../../web/store.ts';
import { helpText } from '../field-view.tsx';
import { domId, useForm } from '../form-context.ts';
import { ElementList, type ElementProps } from '../form-view.tsx';
import { Heading } from '../heading.tsx';
import type { SectionNode } from '../view-node.ts';

export function Section({ node, row, level }: ElementProps<SectionNode>) {
  const { state } = useForm();
  const { element } = node;
  const isRoot = node.elementPath === 'formSchema.rootElem';
  const keys = useMemo(() => [...row.keys, ...node.keys, '__isCollapsed'], [row, node]);
  const isCollapsed = useSlice(state, () => element.secCollapse === true && state.valueAt(keys) === true);
  // The page's own title is used where the root's would.
  const title = isRoot ? '' : element.label || (element.secCollapse ? element.name : '');
  const inside = <ElementList nodes={node.children} row={row} level={title ? level + 1 : level} />;
  const id = domId(row.path + node.path);
  // [fill-links.section-help]
  const help = helpText(element, id);
  if (!title) {
    return (
      <div class="elements">
        {help}
        {inside}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot hold a heading everywhere.
    <div class="section" role="group" aria-labelledby={`${id}-title`} aria-describedby={help && `${id}-help`}>
      <Heading level={level + 1} id={`${id}-title`}>
        {element.secCollapse ? (
          <button
            type="button"
            class="toggle"
            aria-expanded={!isCollapsed}
            aria-controls={`${id}-inside`}
            onClick={() => state.change(keys, isCollapsed ? undefined : true)}
          >
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi>{title}</bdi>
        )}
      </Heading>
      <div class="elements" id={`${id}-inside`} hidden={isCollapsed}>
        {help}
        {inside}
      </div>
    </div>
  );
}
