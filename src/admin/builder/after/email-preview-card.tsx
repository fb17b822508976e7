// An email as it would arrive, for the sample.
import { useMemo } from 'preact/hooks';
import type { EmailRule } from '../../../core/definition/form-definition.ts';
import type { Scope } from '../../../core/expression/compile.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notices.tsx';
import { type PreviewAddress, previewEmail } from './email-preview.ts';
import { HtmlPreview } from './html-preview.tsx';

export interface EmailPreviewCardProps {
  readonly rule: EmailRule;
  readonly scope: Scope;
  /** What it is called: by words of its own, or by its number. */
  readonly title?: string;
  readonly number?: number;
}

export function EmailPreviewCard({ rule, scope, number = 1, title: given }: EmailPreviewCardProps) {
  const t = useTexts('builder/after');
  const title = given ?? t('preview', { number });
  const { to, replyTo, subject, text, html, applies, isBroken } = useMemo(
    () => previewEmail(rule, scope),
    [rule, scope],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame.
    <div class="email-preview" role="group" aria-label={title}>
      {!applies && <Notice kind="info">{t('notSent')}</Notice>}
      {isBroken && <Notice kind="warning">{t('broken')}</Notice>}
      <dl>
        <dt>{t('to')}</dt>
        <dd>
          <AddressList addresses={to} />
        </dd>
        {replyTo.length > 0 && (
          <>
            <dt>{t('replyTo')}</dt>
            <dd>
              <AddressList addresses={replyTo} />
            </dd>
          </>
        )}
        <dt>{t('subject')}</dt>
        <dd dir="auto" class="email-subject">
          {subject || <span class="quiet-text">{t('noSubject')}</span>}
        </dd>
      </dl>
      {html !== undefined && <HtmlPreview html={html} title={title} />}
      {html !== undefined && text !== undefined && <p class="quiet-text">{t('textBeside')}</p>}
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, also by keyboard.
        <section class="previewed-text" dir="auto" tabIndex={0} aria-label={title}>
          {text}
        </section>
      )}
    </div>
  );
}

function AddressList({ addresses }: { addresses: readonly PreviewAddress[] }) {
  const t = useTexts('builder/after');
  return (
    <>
      {addresses.map(({ text, isGood }, at) => (
        <span key={at} class="email-address">
          <bdi>{text || t('emptyAddress')}</bdi>
          {!isGood && <span class="badge warning">{t('badAddress')}</span>}
        </span>
      ))}
    </>
  );
}
