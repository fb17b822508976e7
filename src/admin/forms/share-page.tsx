// /admin/forms/<form>/share/: everything by which a form reaches people: link, QR code, embedding, prefilled links, API.

import type { ApiForm } from '../../api-types/forms.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { useApp } from '../app-context.ts';
import { loadPart } from '../load-part.ts';
import type { PageProps } from '../page-props.ts';
import { navigate } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Loaded } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { FormHeader } from './form-header.tsx';
import { PrefillCard } from './prefill-card.tsx';
import { useFormActions } from './use-form-actions.tsx';

export function SharePage({ params }: PageProps) {
  const { api } = useApp();
  const id = params['form']!;
  const load = useLoad((signal) => api.call<ApiForm>(`/form/${id}`, { signal }), [id]);
  return <Loaded load={load}>{(form) => <Share form={form} onChanged={load.setValue} />}</Loaded>;
}

function Share({ form, onChanged }: { form: ApiForm; onChanged: (form: ApiForm) => void }) {
  const { page } = useApp();
  const t = useTexts('forms/share');
  const link = `${page.appUrl}/f/${form.id}/`;
  const title = form.publicName || form.displayName;
  return (
    <>
      <FormHeader form={form} here="share" />
      <div class="share">
        <StateCard form={form} onChanged={onChanged} />
        <section class="card stack">
          <h2>{t('link')}</h2>
          <p class="quiet-text">{t('linkText')}</p>
          <CopyField label={t('fillLink')} text={link} />
          <div class="buttons">
            <LinkButton href={link} isOutside icon="external">
              {t('tryIt')}
            </LinkButton>
          </div>
        </section>
        <section class="card stack">
          <h2>{t('qr')}</h2>
          <p class="quiet-text">{t('qrText')}</p>
          <LazyQrCode text={link} name={title} />
        </section>
        <section class="card stack whole">
          <h2>{t('embed')}</h2>
          <p class="quiet-text">{t('embedText')}</p>
          <CopyField label={t('snippet')} rows={4} text={embedSnippet(link, title, page.appUrl)} />
        </section>
        <PrefillCard form={form} link={link} />
        <section class="card stack whole">
          <h2>{t('api')}</h2>
          <p class="quiet-text">{t('apiText')}</p>
          <LazyCurl form={form} apiUrl={page.apiUrl} />
          <div class="buttons">
            <LinkButton href="/admin/account/keys/" icon="key">
              {t('keys')}
            </LinkButton>
            <LinkButton href="/docs/" isOutside icon="code">
              {t('reference')}
            </LinkButton>
          </div>
        </section>
      </div>
    </>
  );
}

function StateCard({ form, onChanged }: { form: ApiForm; onChanged: (form: ApiForm) => void }) {
  const t = useTexts('forms/share');
  const actions = useFormActions({ onChanged, onRemoved: () => void navigate('/admin/') });
  const isClosed = form.access?.isDisabled === true;
  const message = form.access?.disabledMessage;
  return (
    <section class="card whole state-line">
      <div>
        <p>
          <span class={isClosed ? 'badge warning' : 'badge good'}>{t(isClosed ? 'closedState' : 'openState')}</span>
        </p>
        {isClosed && message && (
          <p class="quiet-text lines" dir="auto">
            {t('closedMessage', { message })}
          </p>
        )}
      </div>
      {isClosed ? (
        <Button icon="check" onPress={() => void actions.open(form)}>
          {t('open')}
        </Button>
      ) : (
        <Button icon="lock" onPress={() => actions.close(form)}>
          {t('close')}
        </Button>
      )}
      {actions.dialog}
    </section>
  );
}

function LazyQrCode(props: { text: string; name: string }) {
  const part = useLoad(async () => (await loadPart(() => import('./qr-code.tsx'))).QrCode, []);
  return <Loaded load={part}>{(QrCode) => <QrCode {...props} />}</Loaded>;
}

/** docs/embedding.md. */
function embedSnippet(link: string, title: string, appUrl: string): string {
  return [
    `<iframe src="${link}" title="${escapeHtml(title)}"`,
    '  style="width: 100%; height: 30rem; border: 0"></iframe>',
    `<script src="${appUrl}/embed.js" async></script>`,
  ].join('\n');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What makes the example knows all rules of a form, and is larger than the page. */
function LazyCurl({ form, apiUrl }: { form: ApiForm; apiUrl: string }) {
  const t = useTexts('forms/share');
  const part = useLoad(async () => (await loadPart(() => import('../sample/make-sample.ts'))).makeSample, []);
  return (
    <Loaded load={part}>
      {(makeSample) => {
        const curl = curlSnippet(form.id, makeSample(form, { rows: 1 }), apiUrl);
        return <CopyField label={t('curl')} rows={Math.min(curl.split('\n').length + 1, 24)} text={curl} />;
      }}
    </Loaded>
  );
}

function curlSnippet(form: string, data: JsonObject, apiUrl: string): string {
  const body = JSON.stringify({ form, data }, null, 2).replaceAll("'", "'\\''");
  return `curl '${apiUrl}/entry/submit' \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`;
}
