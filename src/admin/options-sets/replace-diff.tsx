// Before all options are replaced: what that adds, removes and changes.
import { useEffect } from 'preact/hooks';
import type { ApiOption, OptionsFile } from '../../api-types/options-sets.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import { ErrorNotice, Notice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { type DiffPart, diffOptions, type OptionsDiff } from './diff-options.ts';
import { fetchOptions } from './download-options.ts';
import type { NewOption } from './read-options.ts';
import { runSteps } from './run-steps.ts';

const shown = 20;

export interface Compared {
  readonly options: readonly NewOption[];
  readonly version: number;
}

export function ReplaceDiff({
  set,
  options,
  version,
  onDrawn,
}: {
  set: string;
  options: readonly NewOption[];
  version: number;
  /** With what was compared, when the outcome, or why there is none, is in sight; with undefined when it is no longer. */
  onDrawn: (compared: Compared | undefined) => void;
}) {
  const { api, page } = useApp();
  const t = useTexts('options-sets/replaceDiff');
  const before = useLoad(
    async (signal) => {
      const file = await fetchOptions({ api, address: page.api, set, format: 'json', signal });
      return { version, options: readOptions(await file.text()) };
    },
    [set, version],
  );
  // Those of the version before stay until others are there, and are not compared with.
  const old = before.value?.version === version ? before.value.options : undefined;
  const diff = useLoad(
    async (signal) => old && { old, options, found: await runSteps(diffOptions(old, options), { signal }) },
    [old, options],
  );
  const isOfThese = old !== undefined && diff.value?.old === old && diff.value.options === options;
  const found = isOfThese ? diff.value?.found : undefined;
  const isDrawn = found !== undefined || before.error !== undefined;
  useEffect(() => {
    if (!isDrawn) return;
    onDrawn({ options, version });
    return () => onDrawn(undefined);
  }, [isDrawn, options, version]);
  if (before.error !== undefined) return <ErrorNotice error={before.error} onRetry={before.reload} />;
  return (
    <section class="replace-diff stack tight" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {found === undefined ? (
        <p class="quiet-text" role="status">
          {t('comparing')}
        </p>
      ) : (
        <Found diff={found} count={old?.length ?? 0} />
      )}
    </section>
  );
}

/** Something on the way may answer instead, or cut the answer short. */
function readOptions(text: string): OptionsFile['options'] {
  try {
    const { options } = JSON.parse(text) as OptionsFile;
    if (Array.isArray(options)) return options;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new ApiError(502);
}

function Found({ diff, count }: { diff: OptionsDiff; count: number }) {
  const t = useTexts('options-sets/replaceDiff');
  const { added, removed, changed, same } = diff;
  if (added.count + removed.count + changed.count === 0)
    return (
      <p role="status">
        {t('nothing')} {t('order')}
      </p>
    );
  return (
    <>
      <p class="visually-hidden" role="status">
        {[added, removed, changed].map((part, at) => t(kinds[at]!, { count: part.count })).join(', ')}
      </p>
      <Part kind="added" part={added} text={({ value }) => value} />
      <Part kind="removed" part={removed} text={({ value }) => value} />
      <Part kind="changed" part={changed} text={({ before, after }) => changeText(before, after, t)} />
      {same > 0 && <p class="quiet-text">{t('same', { count: same })}</p>}
      {removed.count > count / 2 && <Notice kind="warning">{t('manyGone')}</Notice>}
    </>
  );
}

const kinds = ['added', 'removed', 'changed'] as const;

function Part<Item>(props: { kind: (typeof kinds)[number]; part: DiffPart<Item>; text: (item: Item) => string }) {
  const { kind, part, text } = props;
  const t = useTexts('options-sets/replaceDiff');
  if (part.count === 0) return null;
  return (
    <details class={`diff-part diff-part-${kind}`}>
      <summary>{t(kind, { count: part.count })}</summary>
      <ul>
        {part.examples.slice(0, shown).map((item, at) => (
          <li key={at} dir="auto">
            {text(item).slice(0, 300)}
          </li>
        ))}
        {part.count > shown && <li class="quiet-text">{t('more', { count: part.count - shown })}</li>}
      </ul>
    </details>
  );
}

function changeText(before: ApiOption, after: ApiOption, t: Translate<TextKey<'options-sets/replaceDiff'>>): string {
  const write = (value: unknown) => (value === undefined || value === null ? t('none') : String(value));
  const parts =
    before.score === after.score ? [] : [t('score', { before: write(before.score), after: write(after.score) })];
  for (const key of new Set([...Object.keys(before.data ?? {}), ...Object.keys(after.data ?? {})])) {
    const [one, other] = [before.data?.[key], after.data?.[key]];
    if (one !== other) parts.push(t('data', { key, before: write(one), after: write(other) }));
  }
  return `${after.value} (${parts.join(', ')})`;
}
