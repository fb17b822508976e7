// The PDF layouts of a form, and a real PDF of what is being edited. docs/pdf-layouts.md. [forms.layouts]

import { useMemo, useRef } from 'preact/hooks';
import type { FormDefinition, Layout } from '../../../core/definition/form-definition.ts';
import { type Locale, localeOf } from '../../../core/locale/locale.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Notice } from '../../ui/notices.tsx';
import { RuleCard } from '../after/rule-card.tsx';
import { moved } from '../draft/after-actions-change.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { type ExpressionNames, fieldNames } from '../expressions/expression-names.ts';
import { useFocusAfter } from '../outline/use-focus-after.ts';
import { PdfPreview } from './pdf-preview.tsx';
import { lineRange, typstStarter } from './typst-starter.ts';

const kinds = ['auto', 'typst', 'remote'] as const;
type Kind = (typeof kinds)[number];

export function PdfView({ draft, formId }: { draft: FormDraft; formId: string }) {
  const t = useTexts('builder/pdf');
  const definition = useSlice(draft, () => draft.get().definition);
  const names = useMemo(() => fieldNames(definition), [definition]);
  const box = useRef<HTMLElement>(null);
  const layouts = Array.isArray(definition.templates) ? (definition.templates as readonly Layout[]) : [];
  const locale = localeOf(definition.locale);
  const set = (next: readonly Layout[], part?: string) =>
    draft.change((now) => withLayouts(now, next), part && `templates.${part}`);
  const focus = useFocusAfter((at: number) => box.current?.querySelectorAll('.rule-card')[at]?.querySelector('select'));
  const add = (kind: Kind) => {
    set([...layouts, newLayout(kind, locale)]);
    focus(layouts.length);
  };
  const goToLine = (at: number, line: number) => {
    const source = box.current?.querySelectorAll('.rule-card')[at]?.querySelector<HTMLTextAreaElement>('textarea');
    if (!source) return;
    source.focus();
    source.setSelectionRange(...lineRange(source.value, line));
  };
  return (
    <div class="pdf-view">
      <section class="card stack" ref={box}>
        <h2>{t('layouts')}</h2>
        {layouts.length === 0 && <p class="hint">{t('none')}</p>}
        {layouts.length > 1 && <p class="hint">{t('several')}</p>}
        {layouts.map((layout, at) => (
          <RuleCard
            key={at}
            name={t('layout', { number: at + 1 })}
            at={at}
            count={layouts.length}
            onMove={(step) => set(moved(layouts, at, step))}
            onRemove={() => set(layouts.toSpliced(at, 1))}
          >
            <LayoutFields
              {...{ layout, names, locale }}
              onChange={(next, part) => set(layouts.with(at, next), part && `${at}.${part}`)}
            />
          </RuleCard>
        ))}
        <Menu
          label={t('add')}
          icon="plus"
          kind="secondary"
          items={kinds.map((kind) => ({ label: t(kind), onSelect: () => add(kind) }))}
        />
      </section>
      <PdfPreview {...{ draft, formId, layouts }} onGoToLine={goToLine} />
    </div>
  );
}

function withLayouts({ templates: _, ...rest }: FormDefinition, layouts: readonly Layout[]): FormDefinition {
  return layouts.length === 0 ? rest : { ...rest, templates: layouts };
}

function newLayout(kind: Kind, locale: Locale): Layout {
  if (kind === 'typst') return { type: kind, source: typstStarter(locale) };
  return kind === 'remote' ? { type: kind, url: 'https://' } : { type: kind };
}

interface LayoutFieldsProps {
  readonly layout: Layout;
  readonly names: ExpressionNames;
  readonly locale: Locale;
  readonly onChange: (layout: Layout, part?: string) => void;
}

function LayoutFields({ layout, names, locale, onChange }: LayoutFieldsProps) {
  const t = useTexts('builder/pdf');
  const { type, name = '', label = '' } = layout;
  if (!(kinds as readonly string[]).includes(type)) return <Notice kind="warning">{t('strange', { type })}</Notice>;
  const setText = (property: 'name' | 'label', text: string) => {
    const { [property]: _, ...rest } = layout;
    onChange(text === '' ? rest : { ...layout, [property]: text }, property);
  };
  const setKind = (kind: Kind) => {
    // Source and address stay: looking at another kind throws nothing away that undo would have to bring back.
    onChange({ ...newLayout(kind, locale), ...layout, type: kind });
  };
  return (
    <>
      <SelectField
        label={t('type')}
        value={type as Kind}
        choices={kinds.map((value) => ({ value, label: t(value) }))}
        onChange={setKind}
      />
      {type === 'typst' && (
        <>
          <TextField
            label={t('source')}
            rows={18}
            isMono
            dir="ltr"
            hint={t('sourceHint')}
            value={layout.source ?? ''}
            onChange={(source) => onChange({ ...layout, source }, 'source')}
          />
          <LinkButton kind="quiet" icon="external" href="https://typst.app/docs/" isOutside>
            {t('manual')}
          </LinkButton>
        </>
      )}
      {type === 'remote' && (
        <ExpressionField
          label={t('url')}
          kind="template"
          isMono
          hint={t('urlHint')}
          {...{ names }}
          value={layout.url ?? ''}
          onChange={(url) => onChange({ ...layout, url }, 'url')}
        />
      )}
      <div class="side-by-side narrow">
        <TextField label={t('label')} hint={t('labelHint')} value={label} onChange={(text) => setText('label', text)} />
        <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={(text) => setText('name', text)} />
      </div>
    </>
  );
}
