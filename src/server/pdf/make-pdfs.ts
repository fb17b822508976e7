// The PDFs of an entry's data: one per layout of the form, and the one that combines them.
// [forms.layouts] [after-actions.pdfs.layouts]
import type { Readable } from 'node:stream';
import { compileAddress } from '../../core/address-template.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import type { FileObject, Layout } from '../../core/form-definition.ts';
import { modelScope } from '../../core/model-scope.ts';
import { formFacts } from '../entry-facts/form-facts.ts';
import { errors } from '../errors.ts';
import { eachLimited } from '../files/each-limited.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { FairLimits } from '../limiter.ts';
import { OutboundFailedError, OutboundRefusedError } from '../outbound.ts';
import { isoNow, type Services } from '../services.ts';
import { findFile } from '../store/files.ts';
import { findPicture } from '../store/pictures.ts';
import { scopeEntry } from './describe-entry.ts';
import { PdfError } from './pdf-error.ts';
import type { PdfEntry } from './pdf-maker.ts';
import { pdfName } from './pdf-name.ts';

export interface PdfsToMake {
  readonly form: LoadedForm;
  readonly entry: PdfEntry;
  /** PDF/A, for PDFs that are kept for years. */
  readonly isArchive: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface MadePdf {
  readonly name: string;
  readonly content: Buffer;
}

export interface MadePdfs {
  /** The only layout's PDF, or all of them in one. */
  readonly main: MadePdf;
  /** In the order of the form's layouts. */
  readonly ofLayouts: readonly (MadePdf & { readonly layout: Layout })[];
}

/** An empty list of layouts means that the PDF is made from the form itself. */
const layoutOfForm: Layout = { type: 'auto' };

/** In a process. An account's own turns are taken job by job, in pdf/typst-pool.ts; this bounds what waits for them. */
/** Until a PDF is begun, in the queue of the account and in the line of the form together. */
export const maxPdfWaitMs = 240_000;

export const pdfLimits: FairLimits = {
  maxAtOnce: 64,
  maxPerAccount: 8,
  maxWaitingPerAccount: 200,
  maxWaiting: 1_000,
  maxWaitMs: maxPdfWaitMs,
};

/** Throws the 500 when any of them cannot be made, and the 429 or 503 when too many wait or the machine has no time for them. */
export function makePdfs(input: PdfsToMake, services: Services): Promise<MadePdfs> {
  return services.pdfs.run(input.form.account, () => makePdfsNow(input, services), input.signal);
}

/** For work that has had its turn already, an export. */
export async function makePdfsNow(input: PdfsToMake, services: Services): Promise<MadePdfs> {
  const { form } = input;
  const layouts = form.definition.templates?.length ? form.definition.templates : [layoutOfForm];
  const title = titleOf(form);
  try {
    const contents = await makeContents(layouts, input, services);
    const ofLayouts = layouts.map((layout, place) => {
      const part = layouts.length === 1 ? undefined : layout.label || layout.name;
      const name = pdfName({ title, ...(part === undefined ? {} : { layout: part }) });
      return { layout, name, content: contents[place] as Buffer };
    });
    const [first] = ofLayouts;
    if (ofLayouts.length === 1 && first !== undefined) return { main: first, ofLayouts };
    const joined = contents as Buffer[];
    const content = await services.pdf.join(joined, { account: form.account, title, locale: form.plan.locale });
    return { main: { name: pdfName({ title }), content }, ofLayouts };
  } catch (error) {
    if (error instanceof PdfError && error.failure === 'busy') throw errors.busy();
    throw isExplained(error) ? errors.pdfFailed(error as Error) : error;
  }
}

const layoutsAtOnce = 4;
const maxAllBytes = 100_000_000;

/** In the order of the layouts. */
async function makeContents(layouts: readonly Layout[], input: PdfsToMake, services: Services): Promise<Buffer[]> {
  const contents: Buffer[] = [];
  let bytes = 0;
  await eachLimited([...layouts.entries()], layoutsAtOnce, async ([place, layout]) => {
    if (bytes > maxAllBytes) throw new PdfError('input', 'The PDFs of the layouts are too large together.');
    const make = layout.type === 'remote' ? fetchPdf : setPdf;
    const content = await make(layout, input, services);
    contents[place] = content;
    bytes += content.length;
  });
  return contents;
}

/** Whether the owner can do something about it. What a broken process said last is for the log only. */
function isExplained(error: unknown): boolean {
  if (error instanceof PdfError) return error.failure !== 'process';
  return [OutboundFailedError, OutboundRefusedError, ExpressionLimitError].some((kind) => error instanceof kind);
}

/** The publicName, else the displayName. */
function titleOf({ id, definition }: LoadedForm): string {
  return definition.publicName || definition.name || id;
}

function setPdf(layout: Layout, { form, entry, isArchive }: PdfsToMake, services: Services): Promise<Buffer> {
  return services.pdf.make({
    layout,
    form: { id: form.id, account: form.account, title: titleOf(form), definition: form.definition, plan: form.plan },
    entry,
    isArchive,
    readImage: (file) => readImage(file, form.account, services),
    readPicture: (id) => readPicture(id, form.account, services),
    now: isoNow(services.clock),
  });
}

const maxImageBytes = 25_000_000;

/** Only an upload of the account: data that was never submitted may name anybody's file. */
async function readImage(file: FileObject, account: string, services: Services): Promise<Buffer | undefined> {
  const row = await findFile(services.db.sql, file.storageKey);
  if (row?.account !== account || row.kind !== 'upload' || row.state !== 'stored' || row.size > maxImageBytes) {
    return undefined;
  }
  const found = await services.storage.read(file.storageKey);
  return found && readAll(found.stream);
}

/** A form may name anybody's picture; it prints those of its own account. */
async function readPicture(id: string, account: string, services: Services): Promise<Buffer | undefined> {
  const picture = await findPicture(services.db.sql, id);
  if (picture?.account !== account) return undefined;
  const found = await services.storage.read(picture.storageKey);
  return found && readAll(found.stream);
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const remoteLimits = { maxBytes: 20_000_000, timeoutMs: 20_000, accept: 'application/pdf', isHttpsOnly: true };

async function fetchPdf(layout: Layout, { form, entry }: PdfsToMake, services: Services): Promise<Buffer> {
  const facts = { entry: scopeEntry(entry), form: formFacts(form) };
  const url = compileAddress(layout.url ?? '').render(modelScope(form.plan, entry.data, facts));
  const { status, body } = await services.outbound(url.trim(), remoteLimits);
  if (status !== 200) throw new PdfError('input', `The address of the layout answered ${status}.`);
  if (!body.subarray(0, 1024).includes('%PDF-')) throw new PdfError('input', 'The address of the layout gave no PDF.');
  return body;
}
