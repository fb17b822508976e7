// A condition for people who do not know expressions: always, never, or rows of field, test and value. It writes an expression
// and reads back those of that shape; any other is shown as what it is. [validation.relevant]
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Condition } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import { type ConditionRows, readRows, writeRows } from './condition-rows.ts';
import { ConditionTestRow } from './condition-test-row.tsx';
import { type ConditionTest, operatorsFor } from './condition-tests.ts';
import { checkSource } from './expression-check.ts';
import { ExpressionField } from './expression-field.tsx';
import type { ExpressionNames } from './expression-names.ts';

export interface ConditionFieldProps {
  readonly label: string;
  readonly value: Condition | undefined;
  /** undefined is given for what a missing condition means. */
  readonly onChange: (value: Condition | undefined) => void;
  readonly names: ExpressionNames;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** What a missing condition means: an element is shown, but not read-only. */
  readonly fallback?: boolean;
  readonly isLabelHidden?: boolean;
  /** A question: the fixed answers are yes and no. */
  readonly isQuestion?: boolean;
}

/** The server writes the conditions of archive rules as texts. */
const constants: Readonly<Record<string, boolean>> = { true: true, false: false };

type Mode = 'always' | 'never' | 'when';

export function ConditionField(props: ConditionFieldProps) {
  const { label, value, onChange, names, hint, error, fallback = true } = props;
  const t = useTexts('builder/condition');
  const [isOpen, setOpen] = useState(false);
  const constant =
    constants[String(value).trim()] ?? (typeof value === 'string' && !/\S/.test(value) ? fallback : undefined);
  const isExpression = typeof value === 'string' && constant === undefined;
  const fixed = constant ?? fallback;
  const mode: Mode = isExpression || isOpen ? 'when' : fixed ? 'always' : 'never';
  const choices = (['always', 'never', 'when'] as const).map((choice) => ({
    value: choice,
    label: t(props.isQuestion === true && choice !== 'when' ? (choice === 'always' ? 'yes' : 'no') : choice),
  }));
  const choose = (next: Mode) => {
    setOpen(next === 'when');
    if (next === 'when') {
      // The row that it begins with looks like a condition: where nothing is missing in it, it is one.
      const start = startRows(names);
      const written = start && writeRows(start);
      if (written !== undefined) onChange(written);
      return;
    }
    const isTrue = next === 'always';
    onChange(isTrue === fallback ? undefined : isTrue);
  };
  return (
    <div class="condition">
      <SelectField
        {...{ label, choices, hint, error }}
        {...(props.isLabelHidden && { isLabelHidden: true })}
        value={mode}
        onChange={choose}
      />
      {mode === 'when' && <WhenPart {...{ label, names, onChange }} source={isExpression ? value : ''} />}
    </div>
  );
}

interface WhenPartProps {
  readonly label: string;
  readonly names: ExpressionNames;
  readonly source: string;
  readonly onChange: (value: string) => void;
}

function WhenPart({ label, names, source, onChange }: WhenPartProps) {
  const t = useTexts('builder/condition');
  const [isExpression, setExpression] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const showExpression = () => {
    setExpression(true);
    // What was asked for is in sight, and ready to be typed into.
    setTimeout(() => {
      const written = box.current?.querySelector('textarea');
      written?.focus();
      written?.scrollIntoView({ block: 'nearest' });
    });
  };
  const readable = useMemo(() => (source === '' ? startRows(names) : readRows(source, names)), [source, names]);
  const canBeRows = names.fields.some((field) => operatorsFor(field).length > 0);
  if (isExpression || readable === undefined || !canBeRows) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
      <div class="when" role="group" aria-label={label} ref={box}>
        {!canBeRows && <p class="hint">{t('noFields')}</p>}
        <ExpressionField label={t('expression')} kind="expression" value={source} {...{ names, onChange }} />
        {readable === undefined && isWhole(source, names) && <p class="hint">{t('notRows')}</p>}
        {readable !== undefined && canBeRows && (
          <Button kind="quiet" icon="list" onPress={() => setExpression(false)}>
            {t('asRows')}
          </Button>
        )}
      </div>
    );
  }
  return <RowsPart {...{ label, names, source, readable, onChange }} onExpression={showExpression} />;
}

/** What is missing or cannot be read is said already: then it is not too complex. */
function isWhole(source: string, names: ExpressionNames): boolean {
  const { error, unknown } = checkSource(source, 'expression', names);
  return /\S/.test(source) && error === undefined && unknown.length === 0;
}

function startRows({ fields }: ExpressionNames): ConditionRows | undefined {
  const field = fields.find((one) => operatorsFor(one).length > 0);
  return field && { joined: 'and', tests: [startTest(field)] };
}

function startTest(field: ConditionTest['field']): ConditionTest {
  return { field, operator: operatorsFor(field)[0]!, values: [] };
}

interface RowsPartProps extends WhenPartProps {
  readonly readable: ConditionRows;
  readonly onExpression: () => void;
}

function RowsPart({ label, names, source, readable, onChange, onExpression }: RowsPartProps) {
  const t = useTexts('builder/condition');
  const id = useId();
  // Half-made rows are not in the expression: they live here until they are whole, or until somebody else writes (undo).
  const [draft, setDraft] = useState<{ rows: ConditionRows; source: string }>();
  const rows = draft !== undefined && draft.source === source ? draft.rows : readable;
  const box = useRef<HTMLDivElement>(null);

  const set = (next: ConditionRows) => {
    const written = writeRows(next) ?? source;
    setDraft({ rows: next, source: written });
    if (written !== source) onChange(written);
  };
  const setTests = (tests: readonly ConditionTest[]) => set({ ...rows, tests });
  const isSingle = rows.tests.length === 1;
  /** Where rows come and go, the focus stays with what is there. */
  const focusRow = useFocusAfter((at: number) =>
    box.current?.querySelectorAll('.condition-test')[at]?.querySelector('select'),
  );
  const add = () => {
    setTests([...rows.tests, startTest(rows.tests[0]!.field)]);
    focusRow(rows.tests.length);
  };
  const remove = (at: number) => {
    setTests(rows.tests.toSpliced(at, 1));
    focusRow(Math.max(0, at - 1));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="when" role="group" aria-label={label} ref={box}>
      {!isSingle && (
        <SelectField
          label={t('joined')}
          value={rows.joined}
          choices={[
            { value: 'and', label: t('and') },
            { value: 'or', label: t('or') },
          ]}
          onChange={(joined) => set({ ...rows, joined })}
        />
      )}
      {rows.tests.map((test, at) => (
        <ConditionTestRow
          key={`${id}-${at}`}
          number={at + 1}
          {...{ test, names }}
          onChange={(next) => setTests(rows.tests.with(at, next))}
          onRemove={isSingle ? undefined : () => remove(at)}
        />
      ))}
      <div class="buttons">
        <Button kind="quiet" icon="plus" onPress={add}>
          {t('add')}
        </Button>
        <Button kind="quiet" icon="code" onPress={onExpression}>
          {t('asExpression')}
        </Button>
      </div>
    </div>
  );
}
