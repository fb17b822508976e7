// Beside the form that was tried out: where it would lead, the emails that would go, and the PDF.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiLink } from '../../../api-types/lists.ts';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice, Notice } from '../../ui/notices.tsx';
import { EmailPreviewCard } from '../after/email-preview-card.tsx';
import { definitionOf } from '../draft/saved-form.ts';
import type { PreviewOutcome } from './preview-outcome.ts';

export interface OutcomeProps {
  readonly outcome: PreviewOutcome;
  /** An address that the form leads to. */
  readonly leads: string | undefined;
  readonly definition: FormDefinition;
}

export function Outcome({ outcome, leads, definition }: OutcomeProps) {
  const { page } = useApp();
  const t = useTexts('builder/preview');
  const { action, emails, held, scope } = outcome;
  return (
    <section class="preview-outcome stack" aria-label={t('outcome')}>
      <h3>{t('outcome')}</h3>
      <p role="status">{t(action === 'save' ? 'saved' : 'submitted')}</p>
      {leads !== undefined && (
        <p>
          {t('leads')} <bdi class="mono">{leads}</bdi>
        </p>
      )}
      <h4>{emails.length === 0 ? t('noEmails') : t('emails', { count: emails.length })}</h4>
      {emails.length > 0 && !page.hasMail && <Notice kind="warning">{t('noMail')}</Notice>}
      {emails.map((rule, at) => (
        <EmailPreviewCard key={at} rule={rule} scope={scope} number={at + 1} />
      ))}
      {held > 0 && <p class="hint">{t('notSent', { count: held })}</p>}
      <h4>PDF</h4>
      <PdfLink key={JSON.stringify(outcome.data)} definition={definition} data={outcome.data} />
    </section>
  );
}

type Made = { readonly url: string } | { readonly error: unknown } | 'making' | undefined;

/** Made by the server when asked for; with the answers of this trial. */
function PdfLink({ definition, data }: { definition: FormDefinition; data: object }) {
  const { api } = useApp();
  const t = useTexts('builder/preview');
  const [made, setMade] = useState<Made>();
  const isThere = useRef(true);
  useEffect(
    () => () => {
      isThere.current = false;
    },
    [],
  );
  const make = async () => {
    setMade('making');
    try {
      const { url } = await api.call<ApiLink>('/form/render', { body: { form: definitionOf(definition), data } });
      if (isThere.current) setMade({ url });
    } catch (error) {
      if (isThere.current) setMade({ error });
    }
  };
  if (typeof made === 'object' && 'url' in made) {
    return (
      <a class="button secondary" href={made.url} target="_blank" rel="noopener">
        <Icon name="external" />
        {t('openPdf')}
      </a>
    );
  }
  return (
    <>
      {typeof made === 'object' && 'error' in made && <ErrorNotice error={made.error} />}
      <div>
        <Button icon="file" isBusy={made === 'making'} onPress={() => void make()}>
          {t(made === 'making' ? 'making' : 'makePdf')}
        </Button>
      </div>
    </>
  );
}
