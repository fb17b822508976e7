// Random lives of entries that share files: after every step each link opens, or not, as the rules of
// files.life say.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { makeForm, root } from '../support/entries.ts';
import { FileModel, type ModelEntry, type ModelFile, type ModelForm } from '../support/file-model.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';
import { isWhole } from '../support/whole-run.ts';

const rootElem = root(
  { type: 'fBool', name: 'has' },
  { type: 'fFile', name: 'doc', relevant: 'model.has' },
  { type: 'cRepeat', name: 'rows', children: [{ type: 'fFile', name: 'scan' }] },
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Numbers stand for the first, second, ... of what there is when the step comes. */
const which = fc.nat({ max: 7 });
const answers = fc.record({
  has: fc.boolean(),
  doc: fc.array(which, { maxLength: 2 }),
  rows: fc.array(which, { maxLength: 2 }),
});
type Answers = typeof answers extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload' as const), form: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('new' as const),
      verb: fc.constantFrom('save' as const, 'submit' as const, 'template' as const),
      form: which,
      answers,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('continue' as const),
      verb: fc.constantFrom('save' as const, 'submit' as const),
      entry: which,
      answers,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), entry: which, answers }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('removeRow' as const), entry: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteFile' as const), entry: which, file: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clone' as const), entry: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('render' as const), entry: which }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('delete' as const), entry: which, byQuery: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteForm' as const), form: which }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.constantFrom(0.6, 5.3, 13.1, 25.7) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** One life: what the service has beside what the model says. */
class Life {
  readonly model = new FileModel();
  readonly forms: { id: string; model: ModelForm }[] = [];
  readonly files: { object: UploadedFile; model: ModelFile }[] = [];
  readonly entries: { id: string; model: ModelEntry; data: { has?: boolean; doc?: object[]; rows?: object[] } }[] = [];

  async open(): Promise<void> {
    for (const keeps of [false, true]) {
      const keepUploadedFiles = keeps ? ['deleted'] : [];
      const id = await makeForm(service, { keepUploadedFiles, saveRenderedEntries: 'all', formSchema: { rootElem } });
      this.forms.push({ id, model: { keeps, isDeleted: false } });
      await this.upload(this.forms.length - 1);
    }
  }

  async upload(form: number): Promise<void> {
    const { id, model } = this.forms[form]!;
    const object = await upload(service, id, { name: 'a.txt', type: 'text/plain', content: Buffer.from('abc') });
    this.files.push({ object, model: this.model.upload(model) });
  }

  call(method: string, path: string, body?: object): Promise<Reply> {
    return service.call(method, path, { key: service.people.alice.key, ...(body && { body }) });
  }

  /** What is sent, and the files of it that the form shows. */
  answer({ has, doc, rows }: Answers) {
    const pick = (places: number[]) => [...new Set(places.map((place) => this.files[place % this.files.length]!))];
    const [docs, scans] = [pick(doc), pick(rows)];
    const data = { has, doc: docs.map((file) => file.object), rows: scans.map((file) => ({ scan: [file.object] })) };
    return { data, shown: new Set([...(has ? docs : []), ...scans].map((file) => file.model)) };
  }

  shownIn(data: object): Set<ModelFile> {
    const text = JSON.stringify(data);
    return new Set(this.files.filter(({ object }) => text.includes(object.storageKey)).map((file) => file.model));
  }

  async create(verb: 'save' | 'submit' | 'template', form: { id: string; model: ModelForm }, data: object) {
    const shown = this.shownIn('has' in data && data.has === true ? data : { ...data, doc: [] });
    const reply = await this.call('POST', `/entry/${verb}`, { form: form.id, data });
    const isRefused = verb === 'submit' && this.model.isRefused(shown);
    expect([verb, reply.status]).toEqual([verb, isRefused ? 400 : 200]);
    if (isRefused) return;
    const status = ({ save: 'saved', submit: 'submitted', template: 'template' } as const)[verb];
    const entry = this.model.add(form.model, status, shown);
    this.entries.push({ id: reply.body.entryId, model: entry, data });
  }

  async run(one: Step): Promise<void> {
    const forms = this.forms.filter(({ model }) => !model.isDeleted);
    const entries = this.entries.filter(({ model }) => model.status !== 'deleted');
    const form = 'form' in one ? forms[one.form % Math.max(1, forms.length)] : undefined;
    const entry = 'entry' in one ? entries[one.entry % Math.max(1, entries.length)] : undefined;
    if (('form' in one && form === undefined) || ('entry' in one && entry === undefined)) return;
    switch (one.kind) {
      case 'upload':
        return this.upload(this.forms.indexOf(form!));
      case 'new':
        return this.create(one.verb, form!, this.answer(one.answers).data);
      case 'continue': {
        if (entry!.model.status !== 'saved') return;
        const { data, shown } = this.answer(one.answers);
        const reply = await this.call('POST', `/entry/${entry!.id}/${one.verb}`, { data });
        const isRefused = one.verb === 'submit' && this.model.isRefused(shown);
        expect([one.verb, reply.status]).toEqual([one.verb, isRefused ? 400 : 200]);
        if (isRefused) return;
        this.model.write(entry!.model, shown);
        if (one.verb === 'submit') entry!.model.status = 'submitted';
        return;
      }
      case 'edit': {
        const { data, shown } = this.answer(one.answers);
        return this.edit(entry!, { updateMode: 'assign', data }, shown);
      }
      case 'removeRow': {
        const { rows = [], ...rest } = (await this.call('GET', `/entry/${entry!.id}`)).body.data;
        return this.edit(
          entry!,
          { updateMode: 'assign', data: { rows: rows.slice(1) } },
          this.shownIn([rest, rows.slice(1)]),
        );
      }
      case 'deleteFile': {
        const { data } = (await this.call('GET', `/entry/${entry!.id}`)).body;
        const { doc = [] } = data as { doc?: UploadedFile[] };
        const object = doc[one.file % Math.max(1, doc.length)];
        const file = this.files.find((known) => known.object.storageKey === object?.storageKey);
        const rest = doc.filter((known) => known !== object);
        // In a row as well: then it is still shown.
        if (file === undefined || this.shownIn({ ...data, doc: rest }).has(file.model)) return;
        const sent = doc.map((known) => (known === object ? { ...known, deleted: true } : known));
        const reply = await this.call('POST', `/entry/${entry!.id}/edit`, {
          updateMode: 'assign',
          data: { doc: sent },
        });
        expect(['deleteFile', reply.status]).toEqual(['deleteFile', 200]);
        return this.model.deleteFile(entry!.model, file.model);
      }
      case 'clone': {
        const { data } = (await this.call('GET', `/entry/${entry!.id}/clone`)).body;
        const ofEntry = this.forms.find(({ model }) => model === entry!.model.form)!;
        return this.create('submit', ofEntry, data);
      }
      case 'render': {
        const before = JSON.stringify(await this.statuses());
        const ofEntry = this.forms.find(({ model }) => model === entry!.model.form)!;
        expect((await this.call('POST', `/entry/${entry!.id}/render`)).status).toBe(200);
        await this.call('POST', '/entry/delete', { query: { form: ofEntry.id, status: 5 } });
        expect(JSON.stringify(await this.statuses())).toBe(before);
        return;
      }
      case 'delete':
        expect(
          one.byQuery
            ? (await this.call('POST', '/entry/delete', { query: { _id: entry!.id } })).status
            : (await this.call('DELETE', `/entry/${entry!.id}`)).status,
        ).toBe(200);
        return this.model.delete(entry!.model);
      case 'deleteForm':
        expect((await this.call('DELETE', `/form/${form!.id}`)).status).toBe(200);
        return this.model.deleteForm(form!.model);
      case 'pass':
        service.advance(one.hours * 3_600_000);
        await removeFiles(service.services);
        return this.model.pass(one.hours);
    }
  }

  async edit(entry: { id: string; model: ModelEntry }, body: object, shown: Set<ModelFile>): Promise<void> {
    const reply = await this.call('POST', `/entry/${entry.id}/edit`, body);
    const { status } = entry.model;
    const isRefused = status === 'submitted' && this.model.isRefused(shown, entry.model.shown);
    expect(['edit', reply.status]).toEqual(['edit', isRefused ? 400 : 200]);
    if (!isRefused) this.model.write(entry.model, shown);
  }

  statuses(): Promise<number[]> {
    const look = async (url: string) => (await fetch(reach(service, url), { method: 'HEAD' })).status;
    return Promise.all(this.files.map(({ object }) => look(object.url)));
  }
}

test('[files.life.unused] [files.life.dropped] [files.life.removed] [files.life.entry] [files.life.form] [files.life.kept] every link opens or not as the model says, after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const life = new Life();
      await life.open();
      for (const one of steps) {
        await life.run(one);
        const expected = life.files.map(({ model }) => (model.isAlive ? 200 : 403));
        expect([one, await life.statuses()]).toEqual([one, expected]);
      }
    }),
    { numRuns: Number(process.env['FILE_LIVES'] ?? (isWhole ? 12 : 4)) },
  );
}, 600_000);
