// Opens a form on the page: compiles it, fills in what it starts with, and draws it.
import { render } from 'preact';
import { fetchJson } from '../client/call-api.ts';
import type { JsonObject } from '../core/form-definition.ts';
import { compileForm, FormDefinitionError } from '../core/form-plan.ts';
import { usesPatterns } from '../core/uses-patterns.ts';
import { watchPresses } from '../form-view/field-view.tsx';
import { createFormState, type RequestJson } from '../form-view/form-state.ts';
import { loadParts } from '../form-view/form-view.tsx';
import { loadViewTexts } from '../form-view/texts.ts';
import { trackUploads } from '../form-view/track-uploads.ts';
import { viewTree } from '../form-view/view-node.ts';
import { FillPage } from './fill-page.tsx';
import { createFillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';
import type { FillerForm } from './page-data.ts';
import { PageFrame } from './page-frame.tsx';
import { withPrefill, withStart } from './prefill.ts';

export interface FormToOpen {
  readonly app: HTMLElement;
  readonly api: string;
  readonly title: string;
  readonly texts: FillTexts;
  readonly form: FillerForm;
  readonly data?: JsonObject | undefined;
  readonly entry?: { readonly id: string; readonly bewit?: string } | undefined;
  readonly token?: string | undefined;
  /** Names the page on this device. */
  readonly link: string;
}

export async function openForm(opening: FormToOpen): Promise<void> {
  const { app, api, title, texts, form, entry, token, link } = opening;
  try {
    const plan = compileForm(form, usesPatterns(form) ? await import('../core/pattern.ts') : {});
    const tree = viewTree(form, plan);
    const [viewTexts] = await Promise.all([loadViewTexts(plan.locale), loadParts(tree), loadTheme(form)]);
    const context = { form: formFacts(form), ...(entry && { entry: { id: entry.id } }) };
    const base = opening.data ?? {};
    const opened = withPrefill(plan, base, location.search);
    // A draft that somebody filled in before is continued as it was left.
    const isNew = entry === undefined || Object.keys(base).length === 0;
    const data = isNew ? withStart(tree, plan, opened, context) : opened;
    const state = createFormState({ plan, tree, texts: viewTexts, data, context, requestJson });
    const uploads = trackUploads(async (file, options) => {
      const { uploadFile } = await import('../client/upload-file.ts');
      return uploadFile({ api, formId: form.id, locale: plan.locale, file, ...options });
    });
    const uploadsSettled = uploads.settle;
    const session = createFillSession({ api, form, state, entry, token, link, opened, uploadsSettled });
    const world = {
      upload: uploads.upload,
      search: async (asked: Parameters<typeof import('../client/search-options.ts').searchOptions>[0]) => {
        const { searchOptions } = await import('../client/search-options.ts');
        return searchOptions(asked);
      },
    };
    watchPresses();
    app.replaceChildren();
    render(<FillPage title={title} session={session} texts={texts} world={world} />, app);
  } catch (error) {
    if (!(error instanceof FormDefinitionError)) throw error;
    // The owner finds the place in the console; the filler is told politely.
    console.error(error.problems.map(({ message }) => message).join('\n'));
    render(
      <PageFrame title={title}>
        <p class="form">{texts('broken')}</p>
      </PageFrame>,
      app,
    );
  }
}

async function loadTheme({ theme }: FillerForm): Promise<void> {
  if (theme?.color !== undefined) (await import('../form-view/theme.ts')).applyTheme(theme.color);
}

/** `data.form` in expressions, as far as a filler may see it; kept in step with the server's formFacts. */
function formFacts({ id, publicName, displayName }: FillerForm): JsonObject {
  return {
    id,
    name: displayName ?? null,
    publicName: publicName ?? null,
    displayName: displayName ?? publicName ?? id,
  };
}

/** GET of an address that the form chose; only a path is relative to the page. */
const requestJson: RequestJson = async (url, qs) => {
  const address = url.startsWith('/') ? new URL(url, location.origin) : new URL(url);
  for (const [name, value] of Object.entries(qs)) {
    address.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return fetchJson(address.href);
};
