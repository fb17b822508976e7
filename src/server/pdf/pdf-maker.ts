// Makes the PDF of an entry, and joins several into one. Everything slow happens in processes of its own (typst-pool.ts);
// here an entry becomes data for a layout. [forms.layouts] [after-actions.pdfs.content]

import { availableParallelism, totalmem } from 'node:os';
import type { FileObject, Layout } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { filesIn } from '../../core/plan/files-in-entry.ts';
import type { FormPlan } from '../../core/plan/form-plan.ts';
import type { Log } from '../base/log-types.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import { autoLayout } from './auto-layout.ts';
import { describeEntry } from './describe-entry.ts';
import { type OutlineNode, outlineForm, picturesOfOutline } from './form-outline.ts';
import { layoutInput } from './layout-input.ts';
import { layoutMain } from './layout-main.ts';
import type { PdfEntry, PdfForm } from './pdf-entry.ts';
import { PdfError } from './pdf-error.ts';
import { type Pictures, readPictures } from './pictures.ts';
import type { TypesetJob } from './typst-job.ts';
import { openTypstPool } from './typst-pool.ts';
import { findTypstProcess } from './typst-process-file.ts';

export interface PdfRequest {
  /** `auto` or `typst`; the PDF of a remote layout is fetched, not made. */
  readonly layout: Layout;
  readonly form: PdfForm;
  readonly entry: PdfEntry;
  /** PDF/A-2a as well as PDF/UA-1. */
  readonly isArchive: boolean;
  /** Leaves out concealed fields. */
  readonly isForFiller?: boolean;
  /** An uploaded picture; undefined when it cannot be had. */
  readonly readImage: (file: FileObject) => Promise<Buffer | undefined>;
  /** A picture that a text of the form shows; undefined when it cannot be had. */
  readonly readPicture?: (id: string) => Promise<Buffer | undefined>;
  readonly now: string;
  /** See PoolRequest. */
  readonly late?: AbortSignal | undefined;
}

export interface PdfMaker {
  /** Throws PdfError: what is wrong with the layout and where, or which limit it hit. */
  make(request: PdfRequest): Promise<Buffer>;
  /** One PDF after the other; tags, links and pictures are kept. */
  join(pdfs: readonly Buffer[], options: JoinOptions): Promise<Buffer>;
  /** A hint that a PDF may be wanted soon: the first one of a process takes seconds, which this takes away. */
  warm(): void;
  close(): Promise<void>;
}

export interface JoinOptions extends Pick<PdfRequest, 'late'> {
  readonly account: string;
  readonly title: string;
  readonly locale: Locale;
}

export interface PdfMakerOptions {
  readonly workers?: number;
  readonly maxRenderMs?: number;
  readonly maxMemoryMb?: number;
  readonly patience?: number;
  /** Whether processes get faster by themselves while there is nothing to do: yes unless told. */
  readonly warmsUp?: boolean;
  /** The program of the processes, where it is not in its usual place. */
  readonly processFile?: string;
  readonly log: Log;
}

const maxRenderMs = 20_000;
const maxMemoryMb = 1_200;
/** What a process usually holds. */
const processMb = 400;

export function openPdfMaker(options: PdfMakerOptions): PdfMaker {
  const { processFile, log } = options;
  const pool = openTypstPool({
    maxProcesses: options.workers ?? defaultWorkers(),
    maxRenderMs: options.maxRenderMs ?? maxRenderMs,
    maxMemoryMb: options.maxMemoryMb ?? maxMemoryMb,
    ...(options.patience !== undefined && { patience: options.patience }),
    ...(options.warmsUp !== undefined && { warmsUp: options.warmsUp }),
    findProcessFile: processFile === undefined ? findTypstProcess : async () => processFile,
    log,
  });
  const outlines = new WeakMap<FormPlan, readonly OutlineNode[]>();

  function outlineOf({ definition, plan }: PdfForm): readonly OutlineNode[] {
    const known = outlines.get(plan) ?? outlineForm(definition, plan);
    outlines.set(plan, known);
    return known;
  }

  return {
    async make(request) {
      const { layout, form, entry, isForFiller, readImage, readPicture, late } = request;
      if (layout.type !== 'auto' && layout.type !== 'typst') {
        throw new PdfError('input', `A layout of type ${layout.type} is not made here.`);
      }
      const { account } = form;
      let pictures: Pictures | undefined;
      const readAll = async () => {
        const uploads = filesIn(form.plan, entry.data)
          .filter(({ element }) => !isForFiller || element.concealed !== true)
          .map(({ file }) => file);
        const ids = layout.type === 'auto' && readPicture ? picturesOfOutline(outlineOf(form)) : [];
        pictures = await readPictures(uploads, readImage, { ids, read: readPicture ?? (async () => undefined) });
        return pictures;
      };
      if (layout.type === 'typst') {
        return pool.run({ account, isOwners: true, late, prepare: async () => ownerJob(request, await readAll()) });
      }
      const makeAuto = (read: () => Promise<Pictures>) =>
        pool.run({
          account,
          isOwners: false,
          late,
          prepare: async () => autoJob(request, outlineOf(form), await read()),
        });
      try {
        return await makeAuto(readAll);
      } catch (error) {
        // Only a picture that turns out to be broken can do this to our own layout; without pictures all are listed by name.
        if (!(error instanceof PdfError) || error.failure !== 'layout' || !pictures?.files.length) throw error;
        log.warn({ err: error, entry: entry.id }, 'a PDF is made without its pictures');
        return makeAuto(() => readPictures([], readImage));
      }
    },
    join: (pdfs, { account, title, locale, late }) =>
      pool.run({ account, isOwners: false, late, prepare: async () => ({ kind: 'join', pdfs, title, locale }) }),
    warm: pool.warm,
    close: pool.close,
  };
}

function defaultWorkers(): number {
  const byMemory = Math.floor(totalmem() / 2 ** 20 / 2 / processMb);
  // Two at least where memory allows: one stays free for forms without a layout of their own.
  return Math.max(1, Math.min(Math.max(2, availableParallelism() - 1), byMemory));
}

async function autoJob(request: PdfRequest, outline: readonly OutlineNode[], pictures: Pictures): Promise<TypesetJob> {
  const { form, entry, isArchive, isForFiller = false, now } = request;
  // Describing may add pictures that are signatures.
  const document = await runInSlices(describeEntry({ outline, form, entry, isForFiller, pictures, now }));
  return {
    ...jobParts(autoLayout, pictures, isArchive),
    data: [
      { path: '/document.json', value: document, unset: 'document' },
      { path: '/entry.json', value: { form: { title: document.name, locale: document.locale } } },
    ],
  };
}

async function ownerJob(request: PdfRequest, pictures: Pictures): Promise<TypesetJob> {
  const { layout, form, entry, isArchive, isForFiller = false, now } = request;
  const input = await runInSlices(layoutInput({ form, entry, isForFiller, pictures, now }));
  return {
    ...jobParts(layout.source ?? '', pictures, isArchive),
    data: [{ path: '/entry.json', value: input, unset: 'layout input' }],
  };
}

function jobParts(layout: string, pictures: Pictures, isArchive: boolean): Omit<TypesetJob, 'data'> {
  return {
    kind: 'typeset',
    main: '/main.typ',
    sources: [
      { path: '/main.typ', text: layoutMain },
      { path: '/layout.typ', text: layout },
    ],
    pictures: pictures.files,
    conformance: { isArchive },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly pdf: Omit<PdfMaker, 'close'>;
  }
}
