// A list that is made again for each drawing, but mostly with the same things in it: the first of those lists.
import { useRef } from 'preact/hooks';

export function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const kept = useRef(list);
  const isSame = kept.current.length === list.length && list.every((item, at) => item === kept.current[at]);
  if (!isSame) kept.current = list;
  return kept.current;
}
