// What a page says about its state: loading, failed, empty, a note.
import type { ComponentChildren } from 'preact';
import { ApiError } from '../../client/call-api.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import type { Load } from '../use-load.ts';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export function Notice({
  kind,
  children,
}: {
  kind: 'error' | 'warning' | 'info' | 'good';
  children: ComponentChildren;
}) {
  return (
    <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon name={kind === 'good' ? 'check' : kind === 'info' ? 'info' : 'warning'} />
      <div>{children}</div>
    </div>
  );
}

/** Why something failed, in words, with another try where that may help. */
export function ErrorNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTexts('shell/ui');
  return (
    <Notice kind="error">
      <p dir="auto">{errorText(error, t)}</p>
      {onRetry !== undefined && (
        <Button kind="quiet" icon="refresh" onPress={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Notice>
  );
}

export function errorText(error: unknown, t: Translate<TextKey<'shell/ui'>>): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 0) return t('noNetwork');
  if (error.status === 429) return t('tooMany');
  if (error.status >= 500 || error.message === '') return t('serverFault');
  return error.message;
}

export function useErrorText(): (error: unknown) => string {
  const t = useTexts('shell/ui');
  return (error) => errorText(error, t);
}

/** Draws what was loaded; until then, or instead, how that goes. */
export function Loaded<Value>({
  load,
  children,
}: {
  load: Load<Value>;
  children: (value: Value) => ComponentChildren;
}) {
  const t = useTexts('shell/ui');
  return (
    <>
      {load.error !== undefined && <ErrorNotice error={load.error} onRetry={load.reload} />}
      {load.value !== undefined
        ? children(load.value)
        : load.isLoading && (
            <p class="loading" role="status">
              {t('loading')}
            </p>
          )}
    </>
  );
}

export function Empty(props: { icon: IconName; title: string; text?: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-picture">
        <Icon name={props.icon} size={32} />
      </span>
      <h2>{props.title}</h2>
      {props.text !== undefined && <p>{props.text}</p>}
      {props.children !== undefined && <div class="buttons">{props.children}</div>}
    </div>
  );
}

export function Progress({ done, total, label }: { done: number; total?: number | undefined; label: string }) {
  return (
    <div class="progress-line">
      <span>{label}</span>
      <progress aria-label={label} {...(total !== undefined && total > 0 && { value: done, max: total })} />
    </div>
  );
}
