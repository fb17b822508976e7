// The management app starts here.
import { render } from 'preact';
import { App } from './app.tsx';
import { readPageData } from './page-data.ts';
import { startRouter } from './router.ts';
import { putWords } from './texts.ts';

startRouter();
const page = readPageData();
putWords(page.locale, 'shell', page.texts);
render(<App page={page} />, document.getElementById('app') as HTMLElement);
