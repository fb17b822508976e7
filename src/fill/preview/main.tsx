// The page in the builder's frame where a form is filled as it will be, by the fill page's own parts: steps, checks, buttons,
// the thank-you. Nothing leaves it: what would be sent goes to the builder, which answers as the service would.
import { render } from 'preact';
import type { FillerForm } from '../../api-types/forms.ts';
import { requestJson } from '../../client/request-json.ts';
import { searchOptions } from '../../client/search-options.ts';
import { checkElement } from '../../core/definition/check-element.ts';
import type { FileObject, JsonObject } from '../../core/definition/form-definition.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { compileForm, FormDefinitionError } from '../../core/plan/compile-form.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { watchPresses } from '../../form-view/field-view.tsx';
import { createFormState } from '../../form-view/form-state.ts';
import { loadParts } from '../../form-view/form-view.tsx';
import { withInitialValues } from '../../form-view/initial-values.ts';
import { loadCompileTools } from '../../form-view/load-compile-tools.ts';
import {
  type FromPreview,
  type OpenPreview,
  type PreviewResponse,
  previewMessages,
  type ToPreview,
} from '../../form-view/preview-messages.ts';
import { loadViewTexts } from '../../form-view/texts.ts';
import { applyTheme } from '../../form-view/theme.ts';
import { trackUploads } from '../../form-view/track-uploads.ts';
import { viewTree } from '../../form-view/view-node.ts';
import { FillPage, isStepped, Steps } from '../fill-page.tsx';
import { createFillSession } from '../fill-session.ts';
import { loadFillTexts } from '../fill-texts.ts';

const app = document.getElementById('app') as HTMLElement;
const tell = (message: FromPreview) => previewMessages.send(parent, message);
const waiting = new Map<number, (body: PreviewResponse) => void>();
/** Counts what was opened, so that a form that took long to load does not replace a later one. */
let opened = 0;
let asked = 0;

watchPresses();
answerSends();
previewMessages.hear<ToPreview>(
  () => parent,
  (message) => {
    if (message.type === 'open') void open(message);
    else waiting.get(message.ask)?.(message.body);
  },
);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) tell({ type: 'escape' });
});
addEventListener('formstead:leave', (event) => {
  event.preventDefault();
  tell({ type: 'leave', url: (event as CustomEvent<string>).detail });
});
tell({ type: 'ready' });

async function open({ form, title, data, theme }: OpenPreview): Promise<void> {
  const own = ++opened;
  const root = document.documentElement;
  root.lang = form.locale;
  root.dir = directionOf(form.locale);
  if (theme === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  document.title = title;
  try {
    const [texts, viewTexts, tools] = await Promise.all([
      loadFillTexts(form.locale),
      loadViewTexts(form.locale),
      loadCompileTools(form),
    ]);
    // A draft of the builder is a definition that nobody has checked yet.
    const plan = compileForm(form, { ...tools, checkElement });
    const tree = viewTree(form, plan, tools);
    const context = { form: formFacts(form) };
    const scopeOf = (values: JsonObject) => modelScope(plan, values, context);
    const start = data ?? (tree === undefined ? {} : withInitialValues([tree], {}, scopeOf));
    const state = createFormState({ plan, tree, texts: viewTexts, data: start, context, requestJson });
    const uploads = trackUploads(keepHere);
    const session = createFillSession({
      api: '/v1.0',
      form,
      state,
      entry: undefined,
      formVersion: undefined,
      appHeaders: undefined,
      link: `f/${form.id}`,
      opened: {},
      uploadsSettled: uploads.settle,
      reopen: async () => {},
    });
    await Promise.all([loadParts(tree, start), isStepped(form) && Steps.preload()]);
    if (own !== opened) return;
    if (form.theme?.color !== undefined) applyTheme(form.theme.color);
    render(null, app);
    render(
      <FillPage
        key={own}
        title={title}
        session={session}
        texts={texts}
        host={{ upload: uploads.upload, track: uploads.track, search: searchOptions }}
      />,
      app,
    );
    scrollTo(0, 0);
    tell({ type: 'drawn' });
  } catch (error) {
    if (!(error instanceof FormDefinitionError)) throw error;
    if (own === opened) tell({ type: 'broken' });
  }
}

/** A file that is chosen here stays on the page. */
async function keepHere(file: File): Promise<FileObject> {
  const { name, size, type } = file;
  return { name, size, type, storageKey: `preview/${name}`, storageBucket: 'preview', url: URL.createObjectURL(file) };
}

/** The fill page sends by fetch; whatever would change something on the server is answered here. */
function answerSends(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const [, action] = /\/entry\/(?:[^/]+\/)?(save|submit)$/.exec(pathname) ?? [];
    if (action !== 'save' && action !== 'submit') {
      const isReading = (init?.method ?? 'GET') === 'GET';
      return isReading ? fetch(input, init) : new Response('{}', { status: 403 });
    }
    const { data } = JSON.parse(String(init?.body)) as { data: JsonObject };
    const ask = ++asked;
    const body = await new Promise<PreviewResponse>((resolve) => {
      waiting.set(ask, resolve);
      tell({ type: 'send', ask, action, data });
    });
    waiting.delete(ask);
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  };
}

/** `data.form` in expressions, as open-form.tsx gives it. */
function formFacts({ id, publicName, displayName, timeZone }: FillerForm): JsonObject {
  return {
    id,
    timeZone: timeZone ?? 'UTC',
    name: displayName ?? null,
    publicName: publicName ?? null,
    displayName: displayName ?? publicName ?? id,
  };
}
