// One email rule: recipients, subject, body as text or HTML, and when it is sent. All texts are templates.
import type { EmailRule } from '../../../core/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { afterTexts } from './after-texts.ts';

export interface EmailFieldsProps {
  readonly rule: EmailRule;
  readonly names: ExpressionNames;
  /** `part` names what is being typed in. */
  readonly onChange: (rule: EmailRule, part?: string) => void;
}

type Body = 'bodyText' | 'bodyHtml' | 'bodyBoth';
/** A rule has one of them; the text beside HTML is made by the server. */
const kinds: readonly Body[] = ['bodyText', 'bodyHtml'];

export function EmailFields({ rule, names, onChange }: EmailFieldsProps) {
  const t = useTexts(afterTexts);
  const body: Body = rule.html === undefined ? 'bodyText' : rule.text === undefined ? 'bodyHtml' : 'bodyBoth';
  const setBody = (next: Body) => {
    const { text, html, ...rest } = rule;
    const textPart = next === 'bodyHtml' ? {} : { text: text ?? '' };
    // What was written is not thrown away by looking at the other kind: text goes over as paragraphs.
    const htmlPart = next === 'bodyText' ? {} : { html: html ?? paragraphs(text ?? '') };
    onChange({ ...rest, ...textPart, ...htmlPart });
  };
  return (
    <div class="stack">
      <Addresses {...{ names }} kind="to" list={rule.to} onChange={(to, part) => onChange({ ...rule, to }, part)} />
      <ExpressionField
        label={t('subject')}
        kind="template"
        {...{ names }}
        value={rule.subject ?? ''}
        onChange={(subject) => onChange({ ...rule, subject }, 'subject')}
      />
      <SelectField
        label={t('body')}
        value={body}
        choices={[...kinds, ...(body === 'bodyBoth' ? [body] : [])].map((value) => ({ value, label: t(value) }))}
        onChange={setBody}
      />
      {rule.html !== undefined && (
        <ExpressionField
          label={t('html')}
          kind="template"
          isMono
          {...{ names }}
          rows={10}
          hint={t('htmlHint')}
          value={rule.html}
          onChange={(html) => onChange({ ...rule, html }, 'html')}
        />
      )}
      {(rule.text !== undefined || rule.html === undefined) && (
        <ExpressionField
          label={t('text')}
          kind="template"
          {...{ names }}
          rows={rule.html === undefined ? 8 : 4}
          value={rule.text ?? ''}
          onChange={(text) => onChange({ ...rule, text }, 'text')}
        />
      )}
      <ConditionField
        label={t('condition')}
        value={rule.if}
        {...{ names }}
        onChange={(condition) => onChange(withCondition(rule, condition), 'if')}
      />
      <Addresses
        {...{ names }}
        kind="replyTo"
        list={rule.replyTo}
        onChange={(next, part) => {
          const { replyTo: _, ...rest } = rule;
          onChange(next.length === 0 ? rest : { ...rule, replyTo: next }, part);
        }}
      />
    </div>
  );
}

function paragraphs(text: string): string {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '');
  return blocks.map((block) => `<p>${block.trim().replaceAll('\n', '<br>\n')}</p>`).join('\n');
}

interface AddressesProps {
  readonly kind: 'to' | 'replyTo';
  readonly list: readonly string[] | undefined;
  readonly names: ExpressionNames;
  readonly onChange: (list: readonly string[], part?: string) => void;
}

function Addresses({ kind, list, names, onChange }: AddressesProps) {
  const t = useTexts(afterTexts);
  const addresses = Array.isArray(list) ? (list as readonly string[]) : [];
  const isTo = kind === 'to';
  return (
    <fieldset class="addresses">
      <legend>{t(kind)}</legend>
      {isTo && addresses.length === 0 && <p class="source-warning">{t('noTo')}</p>}
      {addresses.map((address, at) => (
        <div key={at} class="address-row">
          <ExpressionField
            label={t(isTo ? 'toNumber' : 'replyToNumber', { number: at + 1 })}
            isLabelHidden
            kind="template"
            placeholder="name@example.com"
            {...{ names }}
            value={address}
            onChange={(next) => onChange(addresses.with(at, next), `${kind}.${at}`)}
          />
          <Button
            kind="quiet"
            icon="close"
            label={t('removeAddress', { number: at + 1 })}
            onPress={() => onChange(addresses.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button kind="quiet" icon="plus" onPress={() => onChange([...addresses, ''])}>
        {t(isTo ? 'addTo' : 'addReplyTo')}
      </Button>
    </fieldset>
  );
}
