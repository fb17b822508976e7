// The public fill app starts here. A page that only says something is already there as the server made it.

import { render } from 'preact';
import { importPart } from '../form-view/import-part.ts';
import { loadWords } from '../form-view/words.ts';
import { loadFillTexts } from './fill-texts.ts';
import { openForm } from './open-form.tsx';
import { readPageData } from './page-data.ts';
import { PageFrame } from './page-frame.tsx';
import { isPlainUsed } from './plain-version.ts';

const page = readPageData();
const app = document.getElementById('app') as HTMLElement;
/** `f/<id>`: the kind and the id of the link. */
const link = location.pathname.split('/').slice(1, 3).join('/').toLowerCase();
// Asked for at once: they come beside the rest of the code.
const texts = page.kind === 'message' ? undefined : loadFillTexts(page.locale);

void start();

async function start(): Promise<void> {
  if (isPlainUsed()) return;
  const isFramed = parent !== window;
  document.documentElement.classList.toggle('embedded', isFramed);
  try {
    await open();
    if (isFramed) (await importPart(() => import('./report-height.ts'))).reportHeight(app, page.form?.id);
  } catch (error) {
    if (isPlainUsed()) throw error;
    render(
      <PageFrame title={page.title}>
        <p class="form" role="alert">
          {page.unloaded}
        </p>
      </PageFrame>,
      app,
    );
    throw error;
  }
}

async function open(): Promise<void> {
  if (texts === undefined) return;
  if (page.kind === 'form' && page.form !== undefined) {
    await openForm({ ...page, form: page.form, app, texts, link });
  } else if (page.kind === 'signIn' && page.open !== undefined) {
    const [{ showSignIn }] = await Promise.all([importPart(() => import('./sign-in.tsx')), loadWords('later')]);
    await showSignIn({ ...page, open: page.open, app, texts: await texts, link });
  }
}
