// cRepeat: rows that can be added and removed, up to the limit. Focus goes into a new row, and after a removal to the next.
// [fill-links.repeat]
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { useSlice } from '../../web/store.ts';
import { type FieldFacts, isSameFacts } from '../field-facts.ts';
import { Messages } from '../field-view.tsx';
import { focusInside } from '../focus.ts';
import { domId, useForm } from '../form-context.ts';
import { ElementList, type ElementProps } from '../form-view.tsx';
import { Heading } from '../heading.tsx';
import { LabelText } from '../label-text.tsx';
import type { RowPlace } from '../row-place.ts';
import { rowRemoved, rowTitle } from '../row-words.ts';
import type { RepeatNode } from '../view-node.ts';

export function Repeat({ node, row, level }: ElementProps<RepeatNode>) {
  const { state } = useForm();
  const { texts } = state;
  const facts = useSlice(state, () => state.facts(node, row), isSameRepeat);
  const count = countOf(facts);
  const places = useRowPlaces(node, row, count);
  const id = domId(row.path + node.path);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const index = focusNext.current;
    focusNext.current = undefined;
    if (index === undefined) return;
    focusInside(list.current?.children[Math.min(index, count - 1)] ?? document.getElementById(`${id}-add`));
  });
  const add = () => {
    focusNext.current = count;
    state.addRow(node, row);
  };
  const [removed, setRemoved] = useState<RemovedRow>();
  const remove = (index: number) => {
    const isFilled = hasAnswers(state.valueAt([...row.keys, ...node.keys, index]), node);
    focusNext.current = index;
    places.remove(index);
    const putBack = state.removeRow(node, row, index);
    setRemoved(isFilled ? { index, row, putBack } : undefined);
  };
  const undo = ({ index, putBack }: RemovedRow) => {
    focusNext.current = index;
    places.insert(index);
    putBack();
    setRemoved(undefined);
  };
  const isFull = count >= node.step.maxRows;
  const { isReadonly, messages } = facts;
  const { rowName, label } = node.element;
  const addText = rowName ? texts('addNamed', rowName) : label ? texts('addTo', label) : texts('addRow');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot hold a heading everywhere.
    <div class="section repeat" role="group" aria-labelledby={`${id}-title`} id={id} data-path={row.path + node.path}>
      <Heading level={level + 1} id={`${id}-title`}>
        <LabelText element={node.element} isRequired={facts.isRequired} isSaid texts={texts} />
      </Heading>
      <div class="rows" ref={list}>
        {places.list.map(({ place, key }, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame.
          <div class="elements card" role="group" aria-label={rowTitle(node.element, index, texts)} key={key}>
            <div class="card-head">
              <span class="card-title" aria-hidden="true">
                {rowTitle(node.element, index, texts)}
              </span>
              {!isReadonly && (
                <button
                  type="button"
                  class="quiet remove"
                  aria-label={rowName ? texts('removeNamed', `${rowName} ${index + 1}`) : texts('removeRow', index + 1)}
                  onClick={() => remove(index)}
                >
                  ×
                </button>
              )}
            </div>
            <ElementList nodes={node.children} row={place} level={level + 1} />
          </div>
        ))}
      </div>
      {removed?.row === row && (
        <p class="notice">
          <span>{rowRemoved(node.element, removed.index, texts)}</span>
          <button
            type="button"
            class="quiet"
            aria-disabled={isFull || undefined}
            aria-describedby={isFull ? `${id}-limit` : undefined}
            onClick={() => !isFull && undo(removed)}
          >
            {texts('undo')}
          </button>
        </p>
      )}
      {!isReadonly && (
        <div class="row-tools">
          <button
            type="button"
            class="add"
            id={`${id}-add`}
            aria-disabled={isFull || undefined}
            aria-describedby={isFull ? `${id}-limit` : undefined}
            onClick={() => !isFull && add()}
          >
            {addText}
          </button>
          {isFull && (
            <span class="hint" id={`${id}-limit`}>
              {texts('rowLimit', node.step.maxRows)}
            </span>
          )}
        </div>
      )}
      <Messages id={id} messages={messages} />
    </div>
  );
}

interface RemovedRow {
  readonly index: number;
  /** The row around it: another one when that has moved. */
  readonly row: RowPlace;
  readonly putBack: () => void;
}

/** Whether a row holds more than a new one would. */
function hasAnswers(value: JsonValue | undefined, node: RepeatNode): boolean {
  if (!isPlainObject(value)) return false;
  return Object.entries(value).some(([name, one]) => {
    if (one === null || one === false || (isPlainObject(one) && Object.keys(one).every((key) => key.startsWith('__'))))
      return false;
    const child = node.children.find((other) => other.kind === 'field' && other.element.name === name);
    return child === undefined || child.element.initialValue !== one;
  });
}

/** What is in the rows is for the rows to draw. */
function isSameRepeat(one: FieldFacts, two: FieldFacts): boolean {
  return isSameFacts({ ...one, value: countOf(one) }, { ...two, value: countOf(two) });
}

function countOf({ value }: FieldFacts): number {
  return Array.isArray(value) ? value.length : 0;
}

/** Rows are known by their place; keys let the controls of a row stay its own when one above is removed. */
function useRowPlaces(node: RepeatNode, row: RowPlace, count: number) {
  const keys = useRef<{ list: number[]; next: number }>({ list: [], next: 0 }).current;
  const places = useRef(new Map<number, RowPlace>());
  const owner = useRef(row);
  if (owner.current !== row) places.current.clear();
  owner.current = row;
  while (keys.list.length < count) keys.list.push(keys.next++);
  keys.list.length = count;
  const list = keys.list.map((key, index) => {
    const known = places.current.get(index) ?? {
      path: `${row.path}${node.path}[${index}]`,
      keys: [...row.keys, ...node.keys, index],
      index,
    };
    places.current.set(index, known);
    return { place: known, key };
  });
  return {
    list,
    remove: (index: number) => void keys.list.splice(index, 1),
    insert: (index: number) => void keys.list.splice(index, 0, keys.next++),
  };
}
