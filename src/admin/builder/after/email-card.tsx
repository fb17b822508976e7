// An email that is switched on and done: to the team, or to whoever filled the form. Beside it, what it comes to for the sample.
import { useRef, useState } from 'preact/hooks';
import type { EmailRule, FormDefinition } from '../../../core/definition/form-definition.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notices.tsx';
import { withCondition } from '../draft/after-actions-change.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { CardFrame } from './card-frame.tsx';
import type { CardProps } from './card-props.ts';
import {
  type EmailCard as Card,
  emailFields,
  emailPlace,
  personOf,
  startingConfirm,
  startingNotify,
  takesEmail,
  toPerson,
  withEmailCard,
} from './card-rules.ts';
import { EmailPreviewCard } from './email-preview-card.tsx';
import { ChipLine } from './message/chip-line.tsx';
import { MessageEditor } from './message/message-editor.tsx';
import { emailBody } from './message/message-html.ts';
import { SendTest } from './send-test.tsx';

export function EmailCard(props: CardProps & { card: Card }) {
  const { card, definition, onChange, names, locale, style } = props;
  const t = useTexts('builder/card');
  const { user } = useApp();
  const rule = definition.postSubmit?.emails?.[emailPlace(definition, card)];
  // Switched off and on again it is what it was.
  const before = useRef<EmailRule>();
  const change = (next: EmailRule | undefined, part?: string) =>
    onChange((now: FormDefinition) => withEmailCard(now, card, next), part && `${card}.${part}`);
  const onSwitch = (isOn: boolean) => {
    before.current = rule ?? before.current;
    const start = () =>
      card === 'notify'
        ? startingNotify(names, locale, { owner: user.email, color: style.color })
        : startingConfirm(names, locale);
    change(isOn ? (before.current ?? start()) : undefined);
  };
  return (
    <CardFrame
      icon={card === 'notify' ? 'mail' : 'person'}
      title={t(card)}
      about={t(`${card}About`)}
      isOn={rule !== undefined}
      onSwitch={onSwitch}
    >
      {rule !== undefined && <EmailOfCard {...props} rule={rule} onRule={change} />}
    </CardFrame>
  );
}

interface EmailOfCardProps extends CardProps {
  readonly card: Card;
  readonly rule: EmailRule;
  readonly onRule: (rule: EmailRule, part?: string) => void;
}

function EmailOfCard(props: EmailOfCardProps) {
  const { card, rule, onRule, chips, names, scope, locale, formId, definition, sample, style } = props;
  const t = useTexts('builder/card');
  const after = useTexts('builder/after');
  const { page } = useApp();
  const direction = directionOf(locale);
  const setBody = (html: string) => {
    const { text: _, ...rest } = rule;
    onRule({ ...rest, html }, 'html');
  };
  return (
    <>
      {!page.hasMail && (
        <Notice kind="warning">
          <p>{after('noMail')}</p>
          <p>{after('noMailHow')}</p>
        </Notice>
      )}
      <div class="email-columns">
        <div class="stack">
          {card === 'notify' ? <TeamAddress {...props} /> : <PersonAddress {...props} />}
          <ChipLine
            label={t('subject')}
            chips={chips}
            value={rule.subject ?? ''}
            onChange={(subject) => onRule({ ...rule, subject }, 'subject')}
          />
          <MessageEditor
            label={t('body')}
            {...{ names, chips, direction, style, formId }}
            value={rule.html ?? ''}
            wrap={(html) => emailBody(html, direction)}
            onChange={setBody}
          />
          <Attachments {...{ rule, onRule }} />
          {card === 'notify' && (
            <ConditionField
              label={t('when')}
              value={rule.if}
              {...{ names }}
              onChange={(condition) => onRule(withCondition(rule, condition), 'if')}
            />
          )}
        </div>
        <div class="stack preview-side">
          <EmailPreviewCard {...{ rule, scope }} title={t('preview', { name: t(card) })} />
          <SendTest {...{ rule, formId, definition, sample }} />
        </div>
      </div>
    </>
  );
}

/** In one box: people write addresses with commas between them. */
function TeamAddress({ rule, onRule, names }: EmailOfCardProps) {
  const t = useTexts('builder/card');
  const stored = (rule.to ?? []).join(', ');
  // A comma that was just typed is not in what is stored.
  const [typed, setTyped] = useState(stored);
  const to = addressesIn(typed).join(', ') === stored ? typed : stored;
  const people = emailFields(names);
  const reply = rule.replyTo?.[0] ?? '';
  const setReply = (address: string) => {
    const { replyTo: _, ...rest } = rule;
    onRule(address === '' ? rest : { ...rest, replyTo: [address] });
  };
  const choices = [
    { value: '', label: t('repliesNone') },
    ...people.map(({ text, label }) => ({ value: `{{ ${text} }}`, label })),
  ];
  if (reply !== '' && !choices.some(({ value }) => value === reply)) choices.push({ value: reply, label: reply });
  return (
    <>
      <TextField
        label={t('to')}
        hint={t('toHint')}
        error={to.trim() === '' ? t('noTo') : undefined}
        dir="ltr"
        value={to}
        onChange={(text) => {
          setTyped(text);
          onRule({ ...rule, to: addressesIn(text) }, 'to');
        }}
      />
      {choices.length > 1 && <SelectField label={t('replies')} value={reply} choices={choices} onChange={setReply} />}
    </>
  );
}

/** Commas inside an expression part nothing. */
function addressesIn(text: string): string[] {
  const parts = text.split(/[,;](?![^{]*\}\})/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

function PersonAddress({ rule, onRule, names }: EmailOfCardProps) {
  const t = useTexts('builder/card');
  const texts = names.fields.filter(takesEmail);
  const likely = emailFields(names);
  const now = personOf(rule);
  const choices = [...likely, ...texts.filter((field) => !likely.includes(field))].map(({ text, label }) => ({
    value: text,
    label,
  }));
  const isKnown = choices.some(({ value }) => value === now);
  const isOther = !isKnown && (rule.to?.length ?? 0) > 0;
  return (
    <>
      {likely.length === 0 && !isKnown && <Notice kind="warning">{t('noEmail')}</Notice>}
      <SelectField
        label={t('person')}
        value={isKnown ? now! : ''}
        choices={[
          ...(isKnown ? [] : [{ value: '', label: isOther ? (rule.to ?? []).join(', ') : t('choose') }]),
          ...choices,
        ]}
        onChange={(field) => field !== '' && onRule(toPerson(rule, field))}
      />
    </>
  );
}

export function Attachments({ rule, onRule }: Pick<EmailOfCardProps, 'rule' | 'onRule'>) {
  const t = useTexts('builder/card');
  const set = (part: 'pdf' | 'files', isOn: boolean) => {
    const { attach = {}, ...rest } = rule;
    const { [part]: _, ...others } = attach;
    const next = isOn ? { ...others, [part]: true } : others;
    onRule(Object.keys(next).length === 0 ? rest : { ...rest, attach: next });
  };
  return (
    <fieldset class="addresses">
      <legend>{t('attach')}</legend>
      <CheckField label={t('attachPdf')} isChecked={rule.attach?.pdf === true} onChange={(isOn) => set('pdf', isOn)} />
      <CheckField
        label={t('attachFiles')}
        hint={t('attachFilesHint')}
        isChecked={rule.attach?.files === true}
        onChange={(isOn) => set('files', isOn)}
      />
    </fieldset>
  );
}
