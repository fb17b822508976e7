// Which data previews are drawn with: made up from the form, or one of its latest entries.
import { useMemo, useState } from 'preact/hooks';
import type { ApiEntry } from '../../../api-types/entries.ts';
import type { ApiList } from '../../../api-types/lists.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useApp } from '../../app-context.ts';
import { useFormats } from '../../formats.ts';
import { makeSample } from '../../sample/make-sample.ts';
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useLoad } from '../../use-load.ts';
import type { Sample } from './sample-scope.ts';

export interface ChosenSample {
  readonly sample: Sample;
  readonly entries: readonly ApiEntry[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

const madeUp = '';
const latest = 20;

export function useSample(definition: FormDefinition, formId: string): ChosenSample {
  const { api } = useApp();
  const [chosen, setChosen] = useState(madeUp);
  const load = useLoad(
    (signal) => api.call<ApiList<ApiEntry>>(`/form/${formId}/entries`, { query: { limit: latest }, signal }),
    [formId],
  );
  // Without entries, or without an answer, made-up data does as well: that is hardly a failure.
  const entries = (load.value?.data ?? []).filter(({ data }) => Object.keys(data).length > 0);
  const entry = entries.find(({ id }) => id === chosen);
  const { formSchema, locale } = definition;
  const sample = useMemo(
    (): Sample => ({
      data: entry?.data ?? makeSample({ formSchema, locale }),
      entry,
    }),
    [entry, formSchema, locale],
  );
  return { sample, entries, chosen: entry?.id ?? madeUp, onChoose: setChosen };
}

export function SamplePicker({ entries, chosen, onChoose }: ChosenSample) {
  const t = useTexts('builder/after');
  const { dateTime } = useFormats();
  const choices = entries.map(({ id, idx, changedAt }) => ({
    value: id,
    label: t('entry', { idx, time: dateTime(changedAt) }),
  }));
  return (
    <div class="sample-picker">
      <SelectField
        label={t('sample')}
        value={chosen}
        choices={[{ value: madeUp, label: t('made') }, ...choices]}
        onChange={onChoose}
      />
    </div>
  );
}
