// What the person sees after sending: the usual words, or words of one's own.
import { useMemo, useRef } from 'preact/hooks';
import type { FormDefinition, UiRule } from '../../../core/definition/form-definition.ts';
import { pictureAddress } from '../../../core/definition/picture-address.ts';
import { directionOf } from '../../../core/locale/locale.ts';
import { cleanDoc } from '../../../fields/doc/view/clean-doc.ts';
import { pathOfPicture } from '../../../form-view/picture-path.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notices.tsx';
import { CardFrame } from './card-frame.tsx';
import type { CardProps } from './card-props.ts';
import { startingThanks, thanksPlace, withThanks } from './card-rules.ts';
import { tryRender } from './email-preview.ts';
import { HtmlPreview } from './html-preview.tsx';
import { MessageEditor } from './message/message-editor.tsx';
import { paragraphsHtml } from './message/message-html.ts';

export function ThanksCard(props: CardProps) {
  const { definition, onChange, names, chips, scope, locale, formId, style } = props;
  const t = useTexts('builder/card');
  const rules = definition.postSubmit?.ui ?? [];
  const rule = rules[thanksPlace(definition)];
  const before = useRef<UiRule>();
  const change = (next: UiRule | undefined, part?: string) =>
    onChange((now: FormDefinition) => withThanks(now, next), part && `thanks.${part}`);
  const direction = directionOf(locale);
  return (
    <CardFrame
      icon="hand"
      title={t('thanks')}
      about={t('thanksAbout')}
      isOn={rule !== undefined}
      onSwitch={(isOn) => {
        before.current = rule ?? before.current;
        change(isOn ? (before.current ?? startingThanks(locale)) : undefined);
      }}
    >
      {rules.some(({ type }) => type === 'redirect') && <Notice kind="info">{t('redirected')}</Notice>}
      {rule === undefined ? (
        <p class="quiet-text">{t('thanksUsual', { text: startingThanks(locale).text! })}</p>
      ) : (
        <div class="email-columns">
          <MessageEditor
            label={t('thanksText')}
            {...{ names, chips, direction, style, formId }}
            value={rule.html ?? paragraphsHtml(rule.text ?? '')}
            onChange={(html, text) => change({ ...rule, text, html }, 'html')}
          />
          <ThanksPreview {...{ rule, scope, direction }} />
        </div>
      )}
    </CardFrame>
  );
}

function ownPicture(element: Element): Element | undefined {
  const address = element.getAttribute('src') ?? '';
  if (!pictureAddress.test(address)) return undefined;
  const picture = document.createElement('img');
  picture.src = pathOfPicture(address);
  picture.alt = element.getAttribute('alt') ?? '';
  picture.style.maxWidth = '100%';
  return picture;
}

interface ThanksPreviewProps extends Pick<CardProps, 'scope'> {
  readonly rule: UiRule;
  readonly direction: string;
  /** What the frame is called. */
  readonly title?: string;
}

export function ThanksPreview({ rule, scope, direction, title: given }: ThanksPreviewProps) {
  const t = useTexts('builder/card');
  const html = useMemo(() => {
    const rendered = tryRender(rule.html ?? paragraphsHtml(rule.text ?? ''), 'html', scope) ?? '';
    const holder = document.createElement('div');
    holder.dir = direction;
    // As the page does: of what is written only some tags stay, and pictures that were sent for a form.
    holder.append(cleanDoc(rendered, ownPicture));
    return holder.outerHTML;
  }, [rule, scope, direction]);
  const title = given ?? t('preview', { name: t('thanks') });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="email-preview" role="group" aria-label={title}>
      <p class="quiet-text">{t('thanksSample')}</p>
      <HtmlPreview {...{ html, title }} />
    </div>
  );
}
