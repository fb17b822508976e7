// Options that depend on another field: the streets of the chosen city, the branches of the chosen bank. For each key of the set's data
// the field whose answer it must be, and how that answer is read. Written as expressions, and read back from them.
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { fieldChoices } from '../expressions/condition-test-row.tsx';
import { factsOf } from '../expressions/condition-tests.ts';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { guessField, type Reading, readings, readSource, writeSource } from './depends-on.ts';
import type { SetFilters } from './options-set-query.ts';

interface DependsOnProps {
  /** Keys of the set's data. */
  readonly keys: readonly string[];
  readonly filters: SetFilters;
  readonly names: ExpressionNames;
  readonly ownName: string | undefined;
  readonly onChange: (filters: SetFilters) => void;
}

export function DependsOn({ keys, filters, names, ownName, onChange }: DependsOnProps) {
  const t = useTexts('builder/optionsSet');
  if (keys.length === 0) return null;
  // Those of the row come first, so the first one of its name is the field itself.
  const own = names.fields.find(({ path }) => path.at(-1) === ownName);
  const fields = names.fields.filter((field) => field !== own && factsOf(field.kind).canFilterSets === true);
  const used = Object.keys(filters);
  const free = keys.filter((key) => !used.includes(key));
  const [next] = free;
  const put = (key: string, source: string) => onChange({ ...filters, [key]: source });
  const drop = (key: string) => {
    const { [key]: _, ...others } = filters;
    onChange(others);
  };
  /** In its place. */
  const rename = (before: string, after: string) =>
    onChange(
      Object.fromEntries(Object.entries(filters).map(([key, source]) => [key === before ? after : key, source])),
    );
  return (
    <fieldset class="picked-set-filters">
      <legend>{t('depends')}</legend>
      <p class="hint">{t('dependsHint')}</p>
      {Object.entries(filters).map(([key, source]) => {
        const { field, reading } = readSource(source, fields);
        const stray = field === undefined ? [{ value: source, label: t('other', { text: source }) }] : [];
        return (
          <div key={key} class="set-depends">
            <div class="set-depends-row">
              <SelectField
                label={t('key')}
                value={key}
                choices={[key, ...free].map((one) => ({ value: one, label: one }))}
                onChange={(other) => rename(key, other)}
              />
              <SelectField
                label={t('filter', { key })}
                value={field?.text ?? source}
                choices={[...fieldChoices(fields), ...stray]}
                onChange={(text) => put(key, text === source ? source : writeSource(text, reading))}
              />
              <Button kind="quiet" icon="close" label={t('independent', { key })} onPress={() => drop(key)} />
            </div>
            {field !== undefined && (
              <SelectField<Reading>
                label={t('reading')}
                value={reading}
                choices={readings.map((value) => ({ value, label: t(value) }))}
                onChange={(other) => put(key, writeSource(field.text, other))}
              />
            )}
          </div>
        );
      })}
      {fields.length === 0 ? (
        <p class="hint">{t('noFields')}</p>
      ) : (
        next !== undefined && (
          <Button
            kind="quiet"
            icon="link"
            onPress={() => {
              const guess = guessField(free, fields);
              put(guess.key, guess.field.text);
            }}
          >
            {t(used.length === 0 ? 'depend' : 'dependMore')}
          </Button>
        )
      )}
    </fieldset>
  );
}
