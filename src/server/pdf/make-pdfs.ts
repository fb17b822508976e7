// The PDFs of an entry's data: one per layout of the form, and the one that combines them.
// [forms.layouts] [after-actions.pdfs.layouts]
import type { Readable } from 'node:stream';
import type { FileObject, Layout } from '../../core/definition/form-definition.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { compileAddress } from '../../core/text/address-template.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import { OutboundFailedError, OutboundRefusedError } from '../base/outbound.ts';
import type { Services } from '../base/services.ts';
import { eachLimited } from '../files/each-limited.ts';
import { safeFileName } from '../files/safe-file-name.ts';
import { formFacts } from '../forms/form-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { FairLimits } from '../scheduling/limiter.ts';
import { findFile } from '../store/files/files.ts';
import { findPicture } from '../store/files/pictures.ts';
import { scopeEntry } from './describe-entry.ts';
import type { PdfEntry } from './pdf-entry.ts';
import { PdfError } from './pdf-error.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'outbound' | 'pdf' | 'storage'>;

export interface PdfsToMake {
  readonly form: LoadedForm;
  readonly entry: PdfEntry;
  /** PDF/A, for PDFs that are kept for years. */
  readonly isArchive: boolean;
  /** A PDF that whoever filled in the form may get leaves out concealed fields. [after-actions.pdfs.concealed] */
  readonly isForFiller: boolean;
  readonly signal?: AbortSignal | undefined;
  /** As `runInPdfTurn` gives it. */
  readonly late?: AbortSignal | undefined;
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

/** Until a PDF is begun: in the queue of the account, in the line of the form and in the queue of the processes together. */
const maxPdfWaitMs = 240_000;

/** In a process. An account's own turns are taken job by job, in pdf/typst-pool.ts; this bounds what waits for them. */
export const pdfLimits: FairLimits = {
  maxAtOnce: 64,
  maxPerAccount: 8,
  maxWaitingPerAccount: 200,
  maxWaiting: 1_000,
  maxWaitMs: maxPdfWaitMs,
};

/** Throws the 500 when any of them cannot be made, and the 429 or 503 when too many wait or the machine has no time for them. */
export function makePdfs(input: PdfsToMake, services: Needs & Pick<Services, 'pdfs'>): Promise<MadePdfs> {
  const { form, signal } = input;
  return runInPdfTurn(form.account, services, (late) => makePdfsNow({ ...input, late }, services), signal);
}

/** `late` is aborted with the 503 when the time is over in which the PDFs must be begun. One that was begun has its own limits. */
export async function runInPdfTurn<T>(
  account: string,
  services: Pick<Services, 'pdfs'>,
  work: (late: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(errors.busy()), maxPdfWaitMs);
  try {
    return await services.pdfs.run(account, () => work(late.signal), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** For work that has had its turn already, an export. */
export async function makePdfsNow(input: PdfsToMake, services: Needs): Promise<MadePdfs> {
  const { form, late } = input;
  const layouts = form.definition.templates?.length ? form.definition.templates : [layoutOfForm];
  const title = titleOf(form);
  try {
    const contents = await makeContents(layouts, input, services);
    const ofLayouts = layouts.map((layout, place) => {
      const part = layouts.length === 1 ? undefined : layout.label || layout.name;
      const name = safeFileName({ title, ...(part === undefined ? {} : { layout: part }) });
      return { layout, name, content: contents[place] as Buffer };
    });
    const [first] = ofLayouts;
    if (ofLayouts.length === 1 && first !== undefined) return { main: first, ofLayouts };
    const joined = contents as Buffer[];
    const content = await services.pdf.join(joined, { account: form.account, title, locale: form.plan.locale, late });
    return { main: { name: safeFileName({ title }), content }, ofLayouts };
  } catch (error) {
    if (error instanceof PdfError && error.failure === 'busy') throw errors.busy();
    throw isExplained(error) ? errors.pdfFailed(error as Error) : error;
  }
}

const layoutsAtOnce = 4;
const maxAllBytes = 100_000_000;

/** In the order of the layouts. */
async function makeContents(layouts: readonly Layout[], input: PdfsToMake, services: Needs): Promise<Buffer[]> {
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

function setPdf(layout: Layout, input: PdfsToMake, services: Needs): Promise<Buffer> {
  const { form, entry, isArchive, isForFiller, late } = input;
  return services.pdf.make({
    layout,
    form: { id: form.id, account: form.account, title: titleOf(form), definition: form.definition, plan: form.plan },
    entry,
    isArchive,
    isForFiller,
    readImage: (file) => readImage(file, form.account, services),
    readPicture: (id) => readPicture(id, form.account, services),
    now: isoNow(services.clock),
    late,
  });
}

const maxImageBytes = 25_000_000;

/** Only an upload of the account: data that was never submitted may name anybody's file. */
async function readImage(
  file: FileObject,
  account: string,
  services: Pick<Services, 'db' | 'storage'>,
): Promise<Buffer | undefined> {
  const row = await findFile(services.db.sql, file.storageKey);
  if (row?.account !== account || row.kind !== 'upload' || row.state !== 'stored' || row.size > maxImageBytes) {
    return undefined;
  }
  const found = await services.storage.read(file.storageKey);
  return found && readAll(found.stream);
}

/** A form may name anybody's picture; it prints those of its own account. */
async function readPicture(
  id: string,
  account: string,
  services: Pick<Services, 'db' | 'storage'>,
): Promise<Buffer | undefined> {
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

async function fetchPdf(
  layout: Layout,
  { form, entry }: PdfsToMake,
  services: Pick<Services, 'outbound'>,
): Promise<Buffer> {
  const facts = { entry: scopeEntry(entry), form: formFacts(form) };
  const url = compileAddress(layout.url ?? '').render(modelScope(form.plan, entry.data, facts));
  const { status, body } = await services.outbound(url.trim(), remoteLimits);
  if (status !== 200) throw new PdfError('input', `The address of the layout answered ${status}.`);
  if (!body.subarray(0, 1024).includes('%PDF-')) throw new PdfError('input', 'The address of the layout gave no PDF.');
  return body;
}
