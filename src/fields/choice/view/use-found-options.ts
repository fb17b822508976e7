// What a combobox lists for the words typed so far: found by the options set, or in the list it was given. An answer that
// comes after a later question is dropped, so the list never shows what somebody else's words asked for.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Element } from '../../../core/definition/form-definition.ts';
import type { Option } from '../../../core/plan/option-list.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { setValueLabel } from '../set-value-label.ts';

export interface FoundOptions {
  readonly options: readonly Option[];
  readonly state: 'searching' | 'found' | 'failed';
  /** Whether the options answer the words that are typed now. */
  readonly isCurrent: boolean;
  /** The list is cut: there are more. */
  readonly hasMore: boolean;
  readonly retry: () => void;
}

const debounceMs = 120;
/** More are never read; typing one letter more is quicker. */
const maxListed = 200;

export function useFoundOptions(props: FieldProps, { term, isOpen }: { term: string; isOpen: boolean }): FoundOptions {
  const { element, options: list } = props;
  const isSet = typeof element.options === 'object' && element.options !== null && 'url' in element.options;
  const listed = useMemo(() => (isSet ? none : listedOptions(list, term)), [isSet, list, term]);
  const options = useUnchanged(useMemo(() => listed.slice(0, maxListed), [listed]));
  const searched = useSearch(props, { term, isOn: isSet && isOpen });
  if (isSet) return searched;
  return { options, state: 'found', isCurrent: true, hasMore: listed.length > maxListed, retry: () => undefined };
}

/**
 * The same array as before while it holds the same options. A list from an expression is a new array after each change of
 * the form, and a new array would reset the option that the arrow keys have reached.
 */
function useUnchanged(options: readonly Option[]): readonly Option[] {
  const kept = useRef(options);
  if (!areSame(kept.current, options)) kept.current = options;
  return kept.current;
}

function areSame(before: readonly Option[], after: readonly Option[]): boolean {
  if (before === after) return true;
  return (
    before.length === after.length &&
    before.every(({ value, label, group }, at) => {
      const other = after[at]!;
      return value === other.value && label === other.label && group === other.group;
    })
  );
}

function listedOptions(list: readonly Option[], term: string): readonly Option[] {
  const folded = foldText(term.trim());
  if (folded === '') return list;
  return bestFirst(
    list.filter(({ label }) => foldText(label).includes(folded)),
    folded,
  );
}

/** What the words spell, then what begins with them; within a group, as far as there are groups. */
function bestFirst(options: readonly Option[], folded: string): readonly Option[] {
  const rank = ({ label }: Option) => {
    const text = foldText(label);
    return text === folded ? 0 : text.startsWith(folded) ? 1 : 2;
  };
  const groups = new Map<string | undefined, number>();
  for (const { group } of options) if (!groups.has(group)) groups.set(group, groups.size);
  const ranked = options.map((option) => ({ option, rank: (groups.get(option.group) ?? 0) * 3 + rank(option) }));
  return ranked.sort((one, two) => one.rank - two.rank).map(({ option }) => option);
}

/** The options of a set: its values, each with the words that are shown for it. */
export function optionsOfSet(element: Element, values: readonly string[], term: string): readonly Option[] {
  const options = values.map((value) => ({ value, label: setValueLabel(element, value) }));
  const folded = foldText(term.trim());
  return folded === '' ? options : bestFirst(options, folded);
}

/** The option that the words spell, or the only one there is. */
export function markedFor(options: readonly Option[], term: string): number {
  const folded = foldText(term.trim());
  if (folded === '') return -1;
  const spelt = options.filter(({ label, value }) =>
    [label, String(value)].some((text) => foldText(text.trim()) === folded),
  );
  if (spelt.length === 1) return options.indexOf(spelt[0] as Option);
  return options.length === 1 ? 0 : -1;
}

interface SearchResult {
  readonly term: string;
  readonly options: readonly Option[];
  readonly hasMore: boolean;
  readonly hasFailed: boolean;
}

function useSearch(props: FieldProps, { term, isOn }: { term: string; isOn: boolean }): FoundOptions {
  const [answer, setAnswer] = useState<SearchResult>();
  const [attempt, setAttempt] = useState(0);
  const current = useRef(props);
  current.current = props;
  const wasOn = useRef(false);

  useEffect(() => {
    const isFirst = isOn && !wasOn.current;
    wasOn.current = isOn;
    // What was found may hang on other fields, so every opening asks again.
    if (!isOn) return setAnswer(undefined);
    const controller = new AbortController();
    const ask = async () => {
      const { host, element } = current.current;
      try {
        const { values, hasMore } = await host.search(element, term.trim(), controller.signal);
        if (controller.signal.aborted) return;
        setAnswer({ term, options: optionsOfSet(element, values, term), hasMore, hasFailed: false });
      } catch {
        // Shown in the list, with a way to try again; a search that was given up is nobody's failure.
        if (!controller.signal.aborted) setAnswer({ term, options: [], hasMore: false, hasFailed: true });
      }
    };
    const timer = setTimeout(ask, isFirst ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [term, isOn, attempt]);

  const isCurrent = answer?.term === term;
  return {
    options: answer?.options ?? none,
    state: !isCurrent ? 'searching' : answer.hasFailed ? 'failed' : 'found',
    isCurrent,
    hasMore: answer?.hasMore ?? false,
    retry: () => {
      setAnswer(undefined);
      setAttempt(attempt + 1);
    },
  };
}

const none: readonly Option[] = [];
