// One email rule: recipients, subject, a text that is written as it will look or plain, attachments, and when it is sent.
import type { EmailRule } from '../../../core/definition/form-definition.ts';
import { directionOf, type Locale } from '../../../core/locale/locale.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import type { ExpressionNames } from '../expressions/expression-names.ts';
import { Attachments } from './email-card.tsx';
import { ChipLine } from './message/chip-line.tsx';
import type { ChipNames } from './message/chip-names.ts';
import { MessageEditor, textOfMessage } from './message/message-editor.tsx';
import { emailBody, type MessageStyle, paragraphsHtml } from './message/message-html.ts';

export interface EmailFieldsProps {
  readonly rule: EmailRule;
  readonly formId: string;
  readonly names: ExpressionNames;
  readonly chips: ChipNames;
  readonly locale: Locale;
  readonly style: MessageStyle;
  /** `part` names what is being typed in. */
  readonly onChange: (rule: EmailRule, part?: string) => void;
}

type Body = 'bodyText' | 'bodyHtml' | 'bodyBoth';
/** A rule has one of them; the text beside HTML is made by the server. */
const kinds: readonly Body[] = ['bodyHtml', 'bodyText'];

export function EmailFields({ rule, formId, names, chips, locale, style, onChange }: EmailFieldsProps) {
  const t = useTexts('builder/after');
  const direction = directionOf(locale);
  const body: Body = rule.html === undefined ? 'bodyText' : rule.text === undefined ? 'bodyHtml' : 'bodyBoth';
  const setBody = (next: Body) => {
    const { text, html, ...rest } = rule;
    // What was written is not thrown away by looking at the other kind: its words go over.
    if (next === 'bodyText') onChange({ ...rest, text: text ?? textOfMessage(html ?? '') });
    else onChange({ ...rest, html: html ?? emailBody(paragraphsHtml(text ?? ''), direction) });
  };
  return (
    <div class="stack">
      <Addresses {...{ chips }} kind="to" list={rule.to} onChange={(to, part) => onChange({ ...rule, to }, part)} />
      <ChipLine
        label={t('subject')}
        {...{ chips }}
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
        <MessageEditor
          label={t('html')}
          {...{ names, chips, direction, style, formId }}
          value={rule.html}
          wrap={(html) => emailBody(html, direction)}
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
      <Attachments {...{ rule }} onRule={onChange} />
      <ConditionField
        label={t('condition')}
        value={rule.if}
        {...{ names }}
        onChange={(condition) => onChange(withCondition(rule, condition), 'if')}
      />
      <Addresses
        {...{ chips }}
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

interface AddressesProps {
  readonly kind: 'to' | 'replyTo';
  readonly list: readonly string[] | undefined;
  readonly chips: ChipNames;
  readonly onChange: (list: readonly string[], part?: string) => void;
}

function Addresses({ kind, list, chips, onChange }: AddressesProps) {
  const t = useTexts('builder/after');
  const addresses = Array.isArray(list) ? (list as readonly string[]) : [];
  const isTo = kind === 'to';
  return (
    <fieldset class="addresses">
      <legend>{t(kind)}</legend>
      {isTo && addresses.length === 0 && <p class="source-warning">{t('noTo')}</p>}
      {addresses.map((address, at) => (
        <div key={at} class="address-row">
          <ChipLine
            label={t(isTo ? 'toNumber' : 'replyToNumber', { number: at + 1 })}
            isLabelHidden
            placeholder="name@example.com"
            {...{ chips }}
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
