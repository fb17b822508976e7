// How far an action on many entries is, and how it ended.
import { useTexts } from '../../texts.ts';
import { Notice, Progress } from '../../ui/notices.tsx';
import type { BulkState } from './use-bulk.ts';

export interface BulkProgressProps {
  readonly bulk: BulkState;
  readonly total: number | undefined;
  readonly doneText: string;
}

export function BulkProgress({ bulk, total, doneText }: BulkProgressProps) {
  const t = useTexts('entries/bulk');
  const { isRunning, isStopped, isDone, seen } = bulk;
  return (
    <>
      {isRunning && (
        <Progress
          done={seen}
          total={total}
          label={total === undefined ? t('progressMany', { done: seen }) : t('progress', { done: seen, total })}
        />
      )}
      <div role="status">
        {(isStopped || isDone) && (
          <Notice kind={isDone ? 'good' : 'info'}>
            <p>{isStopped ? `${t('stopped')} ${doneText}` : doneText}</p>
          </Notice>
        )}
      </div>
    </>
  );
}
