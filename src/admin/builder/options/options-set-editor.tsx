// Options out of an options set: which set, filtered by which other fields, whether only its values pass, and a search to try
// it. What somebody wrote by hand is shown as address and query. [validation.options.set]

import { useState } from 'preact/hooks';
import type { ApiOptionsSet, OptionsSetSummary } from '../../../api-types/options-sets.ts';
import { ApiError } from '../../../client/call-api.ts';
import type { Element, OptionsDefinition, RemoteRequest } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import { isPlainObject } from '../../../core/values/value-type.ts';
import { useApp } from '../../app-context.ts';
import { setName } from '../../options-sets/maintained-sets.ts';
import { useTexts } from '../../texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';
import { Loaded, Notice } from '../../ui/notices.tsx';
import { useLoad } from '../../use-load.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { type ExpressionNames, withFacts } from '../expressions/expression-names.ts';
import { DependsOn } from './options-set-depends.tsx';
import { OptionsSetPicker } from './options-set-picker.tsx';
import { followSet, isSetValidator, readSetOptions, type SetQuery, writeSetOptions } from './options-set-query.ts';
import { OptionsSetTry } from './options-set-try.tsx';

export interface OptionsEditorProps {
  readonly value: OptionsDefinition | undefined;
  /** `more` has the validators where choosing a set changes them too. */
  readonly onChange: (value: OptionsDefinition | undefined, more?: Pick<Element, 'validators'>) => void;
  readonly names: ExpressionNames;
  /** Of the element, which does not depend on itself. */
  readonly ownName?: string | undefined;
  /** The language of messages that are written into the form. */
  readonly formLocale: Locale;
  /** The questions of a matrix: a list and nothing else, without groups. */
  readonly isPlainList?: boolean;
  /** Of the element: with them "only values of the set" is offered here. */
  readonly validators?: Element['validators'];
}

export function OptionsSetEditor(props: OptionsEditorProps) {
  const { value, onChange, formLocale, validators } = props;
  const { page } = useApp();
  const [isChoosing, setChoosing] = useState(false);
  const isRemote = isPlainObject(value);
  const query = readSetOptions(value);
  const hasRule = validators?.some((item) => isSetValidator(item)) === true;
  const change = (next: SetQuery, isWanted = hasRule) => {
    setChoosing(false);
    const options = writeSetOptions(page.api, next);
    const more = { validators: followSet(validators, { api: page.api, query: next, isWanted, locale: formLocale }) };
    onChange(options, 'validators' in props ? (more as { validators?: NonNullable<typeof validators> }) : undefined);
  };
  if (!isRemote || isChoosing) {
    return (
      <OptionsSetPicker
        chosen={query?.setId}
        // Choosing a set means choosing from it: whoever wants other values too says so.
        onChoose={(setId) => change({ setId, filters: {} }, isRemote ? hasRule : true)}
      />
    );
  }
  if (query === undefined) return <HandmadeRequest {...props} onChoose={() => setChoosing(true)} />;
  return <ChosenSet {...props} {...{ query, hasRule }} onQuery={change} onChoose={() => setChoosing(true)} />;
}

type SetFacts = OptionsSetSummary & Pick<ApiOptionsSet, 'name'>;

interface ChosenSetProps extends OptionsEditorProps {
  readonly query: SetQuery;
  readonly hasRule: boolean;
  readonly onQuery: (query: SetQuery, isRuleWanted?: boolean) => void;
  readonly onChoose: () => void;
}

function ChosenSet(props: ChosenSetProps) {
  const { query, hasRule, onQuery, onChoose, names, ownName } = props;
  const { api, locale } = useApp();
  const t = useTexts('builder/optionsSet');
  const { setId, filters } = query;
  const load = useLoad(
    async (signal): Promise<SetFacts | undefined> => {
      try {
        const [{ name }, summary] = await Promise.all([
          api.call<ApiOptionsSet>(`/optionsSet/${setId}`, { signal }),
          api.call<OptionsSetSummary>(`/optionsSet/${setId}/summary`, { signal }),
        ]);
        return { ...summary, name };
      } catch (error) {
        if (error instanceof ApiError && [403, 404].includes(error.status)) return undefined;
        throw error;
      }
    },
    [setId],
  );
  const facts = load.value;
  const isGone = facts === undefined && !load.isLoading && load.error === undefined;
  return (
    <div class="stack tight chosen-set">
      <Loaded load={load}>
        {(set) => (
          <p>
            {t('chosen')}: <bdi class="picked-set-name">{set && setName({ id: setId, name: set.name }, locale)}</bdi>{' '}
            <span class="quiet-text">{set && t('count', { count: set.count })}</span>
          </p>
        )}
      </Loaded>
      {isGone && <Notice kind="warning">{t('gone')}</Notice>}
      {facts?.allowsAutocomplete === false && <Notice kind="warning">{t('closed')}</Notice>}
      <div class="buttons tight">
        <Button kind="quiet" icon="sets" onPress={onChoose}>
          {t('change')}
        </Button>
        <LinkButton kind="quiet" icon="external" href={`/admin/sets/${setId}/`} isOutside>
          {t('open')}
        </LinkButton>
      </div>
      {'validators' in props && (
        <CheckField
          label={t('only')}
          hint={t('onlyHint')}
          isChecked={hasRule}
          onChange={(isChecked) => onQuery(query, isChecked)}
        />
      )}
      <DependsOn
        keys={[...new Set([...(facts?.dataKeys ?? []), ...Object.keys(filters)])]}
        {...{ filters, names, ownName }}
        onChange={(next) => onQuery({ setId, filters: next })}
      />
      <OptionsSetTry setId={setId} filterKeys={Object.keys(filters)} />
    </div>
  );
}

function HandmadeRequest({ value, onChange, names, onChoose }: OptionsEditorProps & { onChoose: () => void }) {
  const t = useTexts('builder/optionsSet');
  const { url, qs } = value as RemoteRequest;
  return (
    <div class="stack tight">
      <p class="hint">{t('handmade')}</p>
      <TextField
        label={t('url')}
        dir="ltr"
        isMono
        value={String(url ?? '')}
        onChange={(next) => onChange({ ...(value as RemoteRequest), url: next })}
      />
      <ExpressionField
        label={t('qs')}
        kind="expression"
        names={withFacts(names, ['term', 'value'])}
        hint={t('qsHint')}
        value={qs ?? ''}
        onChange={(next) => onChange(next === '' ? { url } : { url, qs: next })}
      />
      <Button kind="quiet" icon="sets" onPress={onChoose}>
        {t('choose')}
      </Button>
    </div>
  );
}
