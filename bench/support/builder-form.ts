// The form that bench/builder.ts edits: fields of every plain kind in sections of twenty, each tenth with a condition; and the page of the
// management app that it is opened in.
import { readFileSync } from 'node:fs';
import { elementOf, kinds } from './field-kinds.ts';

const inSection = 20;

/** As the API gives it. */
export function builderForm(id: string, fields: number): string {
  const sections = Array.from({ length: fields / inSection }, (_, section) => {
    const children = Array.from({ length: inSection }, (__, place) => {
      const at = section * inSection + place;
      const isConditional = at % 10 === 3 && at > 3;
      return {
        ...{ name: `field${at}`, label: `Field ${at}`, ...elementOf[kinds[at % kinds.length]!] },
        ...(isConditional && { relevant: 'model.field0 != null' }),
      };
    });
    return { type: 'cSection', name: `section${section}`, label: `Section ${section}`, children };
  });
  const time = '2024-05-17T00:00:00.000Z';
  const counts = { created: 0, saved: 0, submitted: 0, all: 0 };
  return JSON.stringify({
    ...{ id, account: id, name: 'Long', displayName: 'Long', counts, current: counts, createTime: time },
    ...{ modifyTime: time, changedAt: time },
    formSchema: { rootElem: { type: 'cSection', name: 'root', children: sections } },
  });
}

export function adminPage(): string {
  const { admin } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const time = '2024-05-17T00:00:00.000Z';
  const user = {
    ...{ id: '1'.repeat(24), account: '2'.repeat(24), email: 'ada@example.com', name: 'Ada', hasPassword: true },
    ...{
      settings: { locale: 'en', theme: 'light' },
      lastLogin: time,
      createTime: time,
      modifyTime: time,
      changedAt: time,
    },
  };
  const data = { api: '/v1.0', appUrl: '', apiUrl: '', locale: 'en', hasMail: true, user };
  return `<!doctype html><html lang="en" dir="ltr"><meta name="viewport" content="width=device-width">
    <link rel="stylesheet" href="/assets/${admin.style}"><div id="app"></div>
    <script type="application/json" id="page">${JSON.stringify(data)}</script><script type="module" src="/assets/${admin.script}"></script>`;
}
