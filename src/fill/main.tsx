// The public fill app starts here.
import { render } from 'preact';
import { readPageData } from './page-data.ts';

const page = readPageData();

render(
  <main>
    <h1>{page.title}</h1>
    {page.text !== undefined && <p>{page.text}</p>}
  </main>,
  document.getElementById('app') as HTMLElement,
);
