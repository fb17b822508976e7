// The page in the frame: draws a form with form-view, exactly as the fill page does, and lets the app around it follow.

import { render } from 'preact';
import { requestJson } from '../../client/request-json.ts';
import { searchOptions } from '../../client/search-options.ts';
import { uploadFile } from '../../client/upload-file.ts';
import { checkElement } from '../../core/definition/check-element.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { compileForm, FormDefinitionError } from '../../core/plan/compile-form.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { watchPresses } from '../../form-view/field-view.tsx';
import { revealField } from '../../form-view/focus.ts';
import type { FormHost } from '../../form-view/form-context.ts';
import { createFormState, type FormState } from '../../form-view/form-state.ts';
import { FormView, loadParts } from '../../form-view/form-view.tsx';
import { includeDeletedFiles } from '../../form-view/include-deleted-files.ts';
import { withInitialValues } from '../../form-view/initial-values.ts';
import { loadCompileTools } from '../../form-view/load-compile-tools.ts';
import { loadViewTexts } from '../../form-view/texts.ts';
import { applyTheme } from '../../form-view/theme.ts';
import { trackUploads } from '../../form-view/track-uploads.ts';
import { viewTree } from '../../form-view/view-node.ts';
import { wordsOf } from '../../form-view/words.ts';
import { inFormsWords } from '../../words/all/in-forms.ts';
import { type FromFrame, frameMessages, type ToFrame } from './frame-messages.ts';
import { readOnlyForm } from './read-only-form.ts';

type Show = Extract<ToFrame, { type: 'show' }>;

const app = document.getElementById('app') as HTMLElement;
const api = '/v1.0';
const tell = (message: FromFrame) => frameMessages.send(parent, message);

let state: FormState | undefined;
let uploads: ReturnType<typeof trackUploads> | undefined;
/** Counts what was shown, so that a form that took long to load does not replace a later one. */
let turn = 0;
let marked: string | undefined;

document.documentElement.classList.add('embedded');
watchPresses();
frameMessages.hear<ToFrame>(
  () => parent,
  (message) => void take(message),
);
new ResizeObserver(() => tell({ type: 'height', height: Math.ceil(app.getBoundingClientRect().height) })).observe(app);
document.addEventListener('click', (event) => {
  const path = (event.target as Element).closest<HTMLElement>('[data-path]')?.dataset['path'];
  if (path !== undefined) tell({ type: 'pressed', path });
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) tell({ type: 'escape' });
});
tell({ type: 'ready' });

async function take(message: ToFrame): Promise<void> {
  switch (message.type) {
    case 'show':
      await show(message);
      break;
    case 'reveal':
      revealField(message.path);
      break;
    case 'mark':
      marked = message.path;
      showMark({ isScrolled: true });
      break;
    case 'messages':
      state?.takeServerMessages(message.messages);
      state?.showAll();
      setTimeout(() => message.messages.some(({ modelPath }) => revealField(modelPath)));
      break;
    case 'take': {
      const haveFilesArrived = (await uploads?.settle()) ?? true;
      if (state === undefined) return;
      const data = includeDeletedFiles(state.check());
      tell({ type: 'taken', ask: message.ask, taken: { data, problems: state.problems(), haveFilesArrived } });
    }
  }
}

async function show(shown: Show): Promise<void> {
  const { form, mode, data } = shown;
  const own = ++turn;
  const definition = mode === 'read' ? readOnlyForm(form.definition) : form.definition;
  try {
    // A draft of the builder is a definition that nobody has checked yet.
    const tools = await loadCompileTools(definition);
    const plan = compileForm(definition, { ...tools, checkElement });
    const tree = viewTree(definition, plan, tools);
    const [texts] = await Promise.all([loadViewTexts(plan.locale), loadParts(tree)]);
    if (own !== turn) return;
    const { locale } = plan;
    const root = document.documentElement;
    root.lang = locale;
    root.dir = shown.direction ?? directionOf(locale);
    if (shown.theme === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = shown.theme;
    if (definition.theme?.color !== undefined) applyTheme(definition.theme.color);
    const context = {
      form: { id: form.id ?? null, name: definition.name ?? null, publicName: definition.publicName ?? null },
      ...(shown.entry !== undefined && { entry: { id: shown.entry } }),
    };
    const start =
      data ?? (tree === undefined ? {} : withInitialValues([tree], {}, (one) => modelScope(plan, one, context)));
    const opened = createFormState({ plan, tree, texts, data: start, context, requestJson });
    const tracked = trackUploads((file, options) => {
      if (form.id === undefined || mode !== 'edit') return Promise.reject(new Error(inFormsWords[locale].noUploads));
      const words = wordsOf('fields', locale).upload;
      return uploadFile({
        api,
        formId: form.id,
        locale,
        words,
        file,
        headers: { 'x-formstead-app': 'admin' },
        ...options,
      });
    });
    state = opened;
    uploads = tracked;
    opened.subscribe(() => state === opened && tell({ type: 'changed', data: opened.get().data }));
    // Buttons of the form do nothing here.
    const host: FormHost = {
      state: opened,
      upload: tracked.upload,
      track: tracked.track,
      search: searchOptions,
      onAction: () => undefined,
    };
    render(null, app);
    render(
      <main>
        <form class="form elements" onSubmit={(event) => event.preventDefault()} noValidate>
          <FormView host={host} />
        </form>
      </main>,
      app,
    );
    showMark({ isScrolled: false });
    tell({ type: 'drawn' });
  } catch (error) {
    if (!(error instanceof FormDefinitionError)) throw error;
    if (own === turn) tell({ type: 'broken', problems: error.problems });
  }
}

function showMark({ isScrolled }: { isScrolled: boolean }): void {
  const fields = [...app.querySelectorAll<HTMLElement>('[data-path]')];
  for (const field of fields) {
    const isMarked = field.dataset['path']?.replace(/\[\d+\]/g, '') === marked;
    field.style.outline = isMarked ? '2px dashed color-mix(in srgb, currentcolor 45%, transparent)' : '';
    field.style.outlineOffset = isMarked ? '6px' : '';
    if (isMarked && isScrolled) field.scrollIntoView({ block: 'nearest' });
  }
}
