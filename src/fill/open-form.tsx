// Opens a form on the page: compiles it, fills in what it starts with, and draws it. [fill-links.prefill.editable]

import { render } from 'preact';
import type { FillerForm } from '../api-types/forms.ts';
import type { JsonObject } from '../core/definition/form-definition.ts';
import { compileForm, FormDefinitionError } from '../core/plan/compile-form.ts';
import type { CompileTools, FormPlan } from '../core/plan/form-plan.ts';
import { modelScope } from '../core/plan/model-scope.ts';
import { watchPresses } from '../form-view/field-view.tsx';
import type { FormHost } from '../form-view/form-context.ts';
import { createFormState, type RequestJson } from '../form-view/form-state.ts';
import { loadParts } from '../form-view/form-view.tsx';
import { importPart } from '../form-view/import-part.ts';
import { withInitialValues } from '../form-view/initial-values.ts';
import { loadCompileTools } from '../form-view/load-compile-tools.ts';
import { loadViewTexts } from '../form-view/texts.ts';
import { trackUploads } from '../form-view/track-uploads.ts';
import { type ViewNode, type ViewTools, viewTree } from '../form-view/view-node.ts';
import { wordsOf } from '../form-view/words.ts';
import { FillPage, isStepped, LateNotice, Steps } from './fill-page.tsx';
import { createFillSession } from './fill-session.ts';
import type { FillTexts } from './fill-texts.ts';
import { PageFrame } from './page-frame.tsx';
import { isPlainUsed } from './plain-version.ts';
import type { FilledEntry } from './send-entry.ts';
import type { ContinuedFilling, FillSessionOptions } from './session-view.ts';

export interface FormToOpen {
  readonly app: HTMLElement;
  readonly api: string;
  readonly title: string;
  readonly texts: FillTexts | Promise<FillTexts>;
  readonly form: FillerForm;
  readonly data?: JsonObject | undefined;
  readonly autofill?: Readonly<Record<string, string>> | undefined;
  readonly entry?: FilledEntry | undefined;
  readonly formVersion?: number | undefined;
  /** By the service's clock. */
  readonly day?: number | undefined;
  readonly now?: number | undefined;
  /** Of somebody who signed in. */
  readonly appHeaders?: Readonly<Record<string, string>> | undefined;
  /** Names the page on this device. */
  readonly link: string;
  /** What was filled in before the form was changed. */
  readonly before?: ContinuedFilling | undefined;
}

export async function openForm(opening: FormToOpen): Promise<void> {
  const { app, api, title, form, formVersion, day, now, entry, appHeaders, link, before } = opening;
  const [texts, viewTexts, tools] = await Promise.all([
    opening.texts,
    loadViewTexts(form.locale ?? 'en'),
    loadCompileTools(form),
    loadTheme(form),
  ]);
  const compiled = compile(form, { ...tools, autofill: opening.autofill });
  if (compiled === undefined) {
    render(
      <PageFrame title={title}>
        <p class="form">{texts('broken')}</p>
      </PageFrame>,
      app,
    );
    return;
  }
  const { plan, tree } = compiled;
  // A page that is opened without a network may be days old: the clock of the device then counts where it is ahead.
  const clock = () => Math.max((now ?? 0) + performance.now(), now && navigator.onLine ? 0 : Date.now());
  const context = { form: formFacts(form), ...(entry && { entry: { id: entry.id } }), clock };
  const base = opening.data ?? {};
  // A draft that somebody filled in before is continued as it was left.
  const isNew = entry === undefined || Object.keys(base).length === 0;
  const opened = await withPrefill(plan, base, isNew ? tree : undefined);
  const scopeOf = (data: JsonObject) => modelScope(plan, data, context);
  let data = opened;
  if (tree !== undefined && isNew) data = withInitialValues([tree], opened, scopeOf);
  else if (tree !== undefined && (plan.guards.length > 0 || JSON.stringify(form).includes('boolUncheckedValue'))) {
    const { withHiddenValues } = await importPart(() => import('./hidden-values.ts'));
    data = withHiddenValues({ plan, tree, data, context, scope: scopeOf });
  }
  const state = createFormState({ plan, tree, texts: viewTexts, data, context, requestJson });
  const uploads = trackUploads(async (file, options) => {
    const { uploadFile } = await importPart(() => import('../client/upload-file.ts'));
    return uploadFile({
      api,
      formId: form.id,
      locale: plan.locale,
      words: wordsOf('fields', plan.locale).upload,
      file,
      entry: session.entry(),
      headers: appHeaders,
      ...options,
    });
  });
  const uploadsSettled = uploads.settle;
  const reopen: FillSessionOptions['reopen'] = (changed, version, filling) => {
    const { entry, link, opened: data } = filling;
    return openForm({ ...opening, form: changed, formVersion: version, before: filling, entry, link, data });
  };
  const session = createFillSession({
    ...{
      api,
      form,
      formVersion,
      day,
      state,
      entry,
      appHeaders,
      link,
      opened,
      uploadsSettled,
      before,
      reopen,
    },
  });
  const host = {
    upload: uploads.upload,
    track: uploads.track,
    search: (asked: Parameters<FormHost['search']>[0]) =>
      uploads.track(importPart(() => import('../client/search-options.ts')).then((part) => part.searchOptions(asked))),
  };
  // What was kept on the device is in the state by now.
  await Promise.all([
    loadParts(tree, state.get().data),
    isStepped(form) && Steps.preload(),
    session.get().late && LateNotice.preload(),
  ]);
  watchPresses();
  // A pause for the browser, on slow phones: to paint the title, to take a press.
  await new Promise((resolve) => setTimeout(resolve));
  if (isPlainUsed()) return;
  render(<FillPage key={formVersion} title={title} session={session} texts={texts} host={host} />, app);
  // Code that does not come leaves the page as it is with a network.
  void importPart(() => import('./after-open.ts')).then(
    (part) => part.startAfterOpen(app, session),
    () => {},
  );
}

/** undefined for a form that the engine cannot read: the owner finds the reason in the console, the filler is told politely. */
function compile(
  form: FillerForm,
  tools: CompileTools & ViewTools,
): { plan: FormPlan; tree: ViewNode | undefined } | undefined {
  try {
    const plan = compileForm(form, tools);
    return { plan, tree: viewTree(form, plan, tools) };
  } catch (error) {
    console.error(
      error instanceof FormDefinitionError ? error.problems.map(({ message }) => message).join('\n') : error,
    );
    return undefined;
  }
}

/** `tree` of a form whose fields may take initial values from the link. */
async function withPrefill(plan: FormPlan, base: JsonObject, tree: ViewNode | undefined): Promise<JsonObject> {
  const query = new URLSearchParams(location.search);
  const isNamed = tree !== undefined && [...query.keys()].some((name) => name !== 'data' && name !== 'b');
  if (!isNamed && !query.has('data')) return base;
  return (await importPart(() => import('./from-link.ts'))).withLink({ plan, tree, base, query });
}

async function loadTheme({ theme }: FillerForm): Promise<void> {
  if (theme?.color === undefined) return;
  // Code that does not come leaves the page in its own color: nobody is kept from filling by that.
  const part = await importPart(() => import('../form-view/theme.ts')).catch(() => undefined);
  part?.applyTheme(theme.color);
}

/** `data.form` in expressions, as far as a filler may see it; kept in step with the server's formFacts. */
function formFacts({ id, publicName, displayName, timeZone }: FillerForm): JsonObject {
  return {
    id,
    timeZone: timeZone ?? 'UTC',
    name: displayName ?? null,
    publicName: publicName ?? null,
    displayName: displayName ?? publicName ?? id,
  };
}

const requestJson: RequestJson = async (url, qs) =>
  (await importPart(() => import('../client/request-json.ts'))).requestJson(url, qs);
