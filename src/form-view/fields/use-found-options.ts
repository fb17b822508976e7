// What a combobox lists for the words typed so far: found by the options set, or in the list it was given. An answer that
// comes after a later question is dropped, so the list never shows what somebody else's words asked for.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { foldText } from '../../core/fold-text.ts';
import type { Option } from '../../core/option-list.ts';
import type { FieldProps } from '../field-props.ts';

export interface FoundOptions {
  readonly options: readonly Option[];
  readonly state: 'searching' | 'found' | 'failed';
  /** Whether the options answer the words that are typed now. */
  readonly isCurrent: boolean;
  readonly retry: () => void;
}

const debounceMs = 120;
/** More are never read; typing one letter more is quicker. */
const maxListed = 200;

export function useFoundOptions(props: FieldProps, { term, isOpen }: { term: string; isOpen: boolean }): FoundOptions {
  const { element, options: list } = props;
  const isSet = typeof element.options === 'object' && element.options !== null && 'url' in element.options;
  const listed = useMemo(() => (isSet ? [] : listedOptions(list, term)), [isSet, list, term]);
  const searched = useSearch(props, { term, isOn: isSet && isOpen });
  return isSet ? searched : { options: listed, state: 'found', isCurrent: true, retry: () => undefined };
}

function listedOptions(list: readonly Option[], term: string): Option[] {
  const folded = foldText(term.trim());
  return list.filter(({ label }) => foldText(label).includes(folded)).slice(0, maxListed);
}

function useSearch(props: FieldProps, { term, isOn }: { term: string; isOn: boolean }): FoundOptions {
  const [answer, setAnswer] = useState<{ term: string; options: Option[]; hasFailed: boolean }>();
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
        const values = await host.search(element, term.trim(), controller.signal);
        if (controller.signal.aborted) return;
        setAnswer({ term, options: values.map((value) => ({ value, label: value })), hasFailed: false });
      } catch {
        // Shown in the list, with a way to try again; a search that was given up is nobody's failure.
        if (!controller.signal.aborted) setAnswer({ term, options: [], hasFailed: true });
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
    retry: () => {
      setAnswer(undefined);
      setAttempt(attempt + 1);
    },
  };
}

const none: readonly Option[] = [];
