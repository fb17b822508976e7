// Answers that would be stored, or were, otherwise than the page showed them: each with both, before any thank-you.
// [fill-links.seen-stored]
import { useEffect, useRef } from 'preact/hooks';
import type { Locale } from '../../core/locale/locale.ts';
import { wordsOf } from '../../form-view/words.ts';
import type { Difference } from './compare-seen.ts';

interface SeenNoticeProps {
  readonly locale: Locale;
  readonly differences: readonly Difference[];
  readonly isStored: boolean;
  /** Where the fields are on the page. */
  readonly onReveal?: (path: string) => void;
  /** Where they are gone, and come back to be mended. */
  readonly onBack?: (() => void) | undefined;
}

export function SeenNotice({ locale, differences, isStored, onReveal, onBack }: SeenNoticeProps) {
  const words = wordsOf('later', locale).seenNotice;
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), [differences]);
  return (
    <section class="saved" tabIndex={-1} ref={box} aria-labelledby="seen-title" role="alert">
      <h2 id="seen-title">{isStored ? words.stored : words.stores}</h2>
      <ul>
        {differences.map(({ path, label, seen, stored }) => (
          <li key={path}>
            {onReveal ? (
              <button type="button" class="quiet" onClick={() => onReveal(path)}>
                <bdi>{label}</bdi>
              </button>
            ) : (
              <bdi>{label}</bdi>
            )}
            : {words.seen} <bdi>{seen || words.nothing}</bdi>; {isStored ? words.is : words.willBe}{' '}
            <bdi>{stored || words.nothing}</bdi>.
          </li>
        ))}
      </ul>
      {!isStored && <p>{words.again}</p>}
      {onBack && (
        <button type="button" class="secondary" onClick={onBack}>
          {words.back}
        </button>
      )}
    </section>
  );
}
