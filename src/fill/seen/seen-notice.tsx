// Answers that would be stored, or were, otherwise than the page showed them: each with both, before any thank-you.
// [fill-links.seen-stored]
import { useEffect, useRef } from 'preact/hooks';
import type { Locale } from '../../core/locale/locale.ts';
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
  const words = texts[locale];
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

const texts = {
  en: {
    stores: 'Please check these answers.',
    stored: 'These answers were stored otherwise than you saw them.',
    seen: 'the page shows',
    willBe: 'what would be stored is',
    is: 'what is stored is',
    nothing: 'nothing',
    again: 'Change them, or send the form again to store them like this.',
    back: 'Back to the form, to send it once more',
  },
  he: {
    stores: 'יש לבדוק את התשובות האלה.',
    stored: 'התשובות האלה נשמרו אחרת משהוצגו.',
    seen: 'בדף מוצג',
    willBe: 'מה שיישמר הוא',
    is: 'מה שנשמר הוא',
    nothing: 'דבר',
    again: 'אפשר לשנות אותן, או לשלוח שוב כדי לשמור אותן כך.',
    back: 'חזרה לטופס, לשליחה נוספת',
  },
};
