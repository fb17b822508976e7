// Around the rows of the table: new entries that wait above, and the way to more below.
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import type { EntryTable } from './use-entry-table.ts';

export function NewEntries({ table }: { table: EntryTable }) {
  const t = useTexts('entries/table');
  const { newCount, isOverflowing } = table;
  const show = () => {
    table.showNew();
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
export function TablePager({ table, isFollowed }: { table: EntryTable; isFollowed: boolean }) {
  const t = useTexts('entries/table');
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(table);
  latest.current = table;
  const count = table.rows.length;
  const isWatching = isFollowed && table.canLoadMore && !table.isLoading && table.error === undefined;
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
    <div class="table-pager" ref={end}>
      <p class="quiet-text" role="status">
        {table.isLoading ? t('loading') : count > 0 ? t('loaded', { count }) : ''}
      </p>
      <div class="buttons">
        {table.hasNewer && <Button onPress={turn(table.newer)}>{t('newer')}</Button>}
        {table.canLoadMore && (
          <Button isBusy={table.isLoading} onPress={table.loadMore}>
            {t('loadMore')}
          </Button>
        )}
        {table.hasOlder && <Button onPress={turn(table.older)}>{t('older')}</Button>}
      </div>
    </div>
  );
}
