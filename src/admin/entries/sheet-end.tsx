// Around the rows of the table: new entries that wait above, and the way to more below.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { tableTexts } from './entries-texts.ts';
import type { EntrySheet } from './use-entry-sheet.ts';

export function NewEntries({ sheet }: { sheet: EntrySheet }) {
  const t = useTexts(tableTexts);
  const { newCount, isOverflowing } = sheet;
  const show = () => {
    sheet.showNew();
    scrollTo({ top: 0 });
  };
  return (
    <div class="new-entries" role="status">
      {newCount > 0 && (
        <Button kind="primary" icon="up" onPress={show}>
          {isOverflowing ? t('manyNew') : t('newEntries', { count: newCount })}
        </Button>
      )}
    </div>
  );
}

/** `isFollowed`: more is loaded as soon as the end comes into view. */
export function SheetEnd({ sheet, isFollowed }: { sheet: EntrySheet; isFollowed: boolean }) {
  const t = useTexts(tableTexts);
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(sheet);
  latest.current = sheet;
  const count = sheet.rows.length;
  const isWatching = isFollowed && sheet.canLoadMore && !sheet.isLoading && sheet.error === undefined;
  useEffect(() => {
    if (!isWatching || end.current === null) return;
    const observer = new IntersectionObserver(
      (seen) => {
        // Only for who scrolls there: a short page does not load by itself what nobody asked for.
        if (seen.some((one) => one.isIntersecting) && scrollY > 0) latest.current.loadMore();
      },
      { rootMargin: '400px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWatching]);

  const turn = (go: () => void) => () => {
    go();
    scrollTo({ top: 0 });
  };
  return (
    <div class="sheet-end" ref={end}>
      <p class="quiet-text" role="status">
        {sheet.isLoading ? t('loading') : count > 0 ? t('loaded', { count }) : ''}
      </p>
      <div class="buttons">
        {sheet.hasNewer && <Button onPress={turn(sheet.newer)}>{t('newer')}</Button>}
        {sheet.canLoadMore && (
          <Button isBusy={sheet.isLoading} onPress={sheet.loadMore}>
            {t('loadMore')}
          </Button>
        )}
        {sheet.hasOlder && <Button onPress={turn(sheet.older)}>{t('older')}</Button>}
      </div>
    </div>
  );
}
