// The management app starts here.
import { render } from 'preact';
import { App } from './app.tsx';
import { readPageData } from './page-data.ts';
import { startRouter } from './router.ts';

startRouter();
render(<App page={readPageData()} />, document.getElementById('app') as HTMLElement);
