// The public fill app starts here.
import { render } from 'preact';
import { loadFillTexts } from './fill-texts.ts';
import { openForm } from './open-form.tsx';
import { readPageData } from './page-data.ts';
import { PageFrame } from './page-frame.tsx';
import { tellHeight } from './tell-height.ts';

const page = readPageData();
const app = document.getElementById('app') as HTMLElement;
/** `f/<id>`: the kind and the id of the link. */
const link = location.pathname.split('/').slice(1, 3).join('/').toLowerCase();

void open();
tellHeight(app);

async function open(): Promise<void> {
  const texts = await loadFillTexts(page.locale);
  if (page.kind === 'form' && page.form !== undefined) {
    await openForm({ ...page, form: page.form, app, texts, link });
  } else if (page.kind === 'signIn' && page.open !== undefined) {
    const { showSignIn } = await import('./sign-in.tsx');
    showSignIn({ ...page, open: page.open, app, texts, link });
  } else {
    render(
      <PageFrame title={page.title}>
        <p class="form" dir="auto">
          {page.text}
        </p>
      </PageFrame>,
      app,
    );
  }
}
