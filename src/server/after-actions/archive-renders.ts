// Makes and stores the PDFs of a form's archive rules before the commit, so that an entry is never submitted without them.
// A failed PDF fails the request and leaves nothing behind. Where the write
// gives the entry a number, the PDF has it: after-actions/number-lines.ts.
// [after-actions.pdfs] [after-actions.pdfs.failure]
import type { ApiArchivedRender } from '../../api-types/entries.ts';
import type { FileObject, Layout } from '../../core/definition/form-definition.ts';
import type { Budget } from '../../core/expression/budget.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { storeGenerated } from '../files/store-generated.ts';
import type { RuleSet } from '../forms/compile-rules.ts';
import { formFacts, refuseTooMuchWork } from '../forms/form-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { scopeEntry } from '../pdf/describe-entry.ts';
import { type MadePdf, makePdfs, makePdfsNow, runInPdfTurn } from '../pdf/make-pdfs.ts';
import type { PdfEntry } from '../pdf/pdf-entry.ts';
import { tryAgainOnLoss } from '../store/connection/database-errors.ts';
import type { Transaction } from '../store/connection/db.ts';
import { type EntryRow, findEntry } from '../store/entries/entries.ts';
import { type NumberKind, type Numbers, OtherNumbers } from './predict-entry-number.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'pdfs'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'pdf'
  | 'predictedNumbers'
  | 'storage'
  | 'disk'
>;

export interface RendersToArchive {
  readonly form: LoadedForm;
  readonly rules: RuleSet;
  readonly actionId: string;
  /** As it will be once it is stored, with the numbers that the write gives; asked for only where a rule is. */
  readonly entry: (numbers: Numbers) => PdfEntry & { readonly id: string };
  /** The numbers that the write gives. */
  readonly gives: readonly NumberKind[];
  readonly skipRenders: boolean | undefined;
  /** Whether somebody without a credential fills: counted in the strangers' share. */
  readonly isAnonymous: boolean;
  /** Of the request. */
  readonly budget: Budget;
}

export interface ArchivedRenders {
  /** JSON text of each item, in order. */
  readonly items: readonly string[];
  /** Attached to the emails of the action. */
  readonly mainPdf: ArchivedPdf | undefined;
}

export interface ArchivedPdf extends MailAttachment {
  readonly storageKey: string;
}

const nothing: ArchivedRenders = { items: [], mainPdf: undefined };

interface Written {
  readonly row: EntryRow;
}

/** For a write that must give certain numbers. */
export interface Numbering {
  readonly numbers: Numbers;
  /** Where it holds the counters already. */
  readonly tx?: Transaction | undefined;
}

type Write<T> = (renders: ArchivedRenders, numbering?: Numbering) => Promise<T | OtherNumbers>;

/** Writes with the PDFs archived; what the write does not take is removed again. Without a rule it is just the write. */
export function writeWithRenders<T extends Written | symbol | undefined>(
  input: RendersToArchive,
  services: Needs,
  write: Write<T>,
): Promise<T> {
  // Without expected numbers there are no other ones.
  if (input.form.rules[input.rules].renders.length === 0 || input.skipRenders === true)
    return write(nothing) as Promise<T>;
  return writeWhereWanted(input, services, write);
}

async function writeWhereWanted<T extends Written | symbol | undefined>(
  input: RendersToArchive,
  services: Needs,
  write: Write<T>,
): Promise<T> {
  const { form, rules } = input;
  const rulesMay = rulesMaySeeNumbers(form, rules);
  const gives = rulesMay || layoutsMayShowNumbers(form) ? input.gives : [];
  const seesNumbers = gives.length > 0 && rulesMay;
  if (!seesNumbers && !mustArchive(input, input.entry({}))) return withoutNumbers(write)(nothing);
  if (!seesNumbers) await takePdf(input, services);
  if (gives.length === 0) return archiveAndWrite(input, services, withoutNumbers(write));
  return runInPdfTurn(form.account, services, (late) =>
    writeNumbered({ ...input, seesNumbers, late }, services, write),
  );
}

function withoutNumbers<T>(write: Write<T>): (renders: ArchivedRenders) => Promise<T> {
  return async (renders) => {
    const result = await write(renders);
    if (result instanceof OtherNumbers) throw new Error('A write without expected numbers met other ones.');
    return result;
  };
}

/**
 * A remote layout knows only its address. Where that names nothing of the entry there is nothing to foretell, and a slow
 * server of the owner's holds up no other submit.
 */
function layoutsMayShowNumbers({ definition }: LoadedForm): boolean {
  const { templates = [] } = definition;
  return templates.length === 0 || templates.some(({ type, url = '' }) => type !== 'remote' || url.includes('data'));
}

/** Only what it reads from `data` can tell a rule the number. */
function rulesMaySeeNumbers({ definition }: LoadedForm, rules: RuleSet): boolean {
  return (definition[rules]?.renders ?? []).some(({ if: condition }) => String(condition ?? '').includes('data'));
}

type EntryToArchive = ReturnType<RendersToArchive['entry']>;

/** Any rule that applies archives; several archive once. */
function mustArchive({ form, rules, budget }: RendersToArchive, entry: EntryToArchive): boolean {
  const scope = modelScope(form.plan, entry.data, { entry: scopeEntry(entry), form: formFacts(form), budget });
  const isWanted = form.rules[rules].renders.some((applies) => applies(scope));
  if (!isWanted) refuseTooMuchWork(form, budget);
  return isWanted;
}

async function takePdf(
  { form, isAnonymous }: RendersToArchive,
  { quotas, disk }: Pick<Services, 'quotas' | 'disk'>,
): Promise<void> {
  await disk.checkFile(0);
  await quotas.take({ kind: 'pdfs', account: form.account, form: form.id, isAnonymous });
}

async function archiveAndWrite<T extends Written | symbol | undefined>(
  input: RendersToArchive,
  services: Needs,
  write: (renders: ArchivedRenders) => Promise<T>,
): Promise<T> {
  const entry = input.entry({});
  const made = await archive(input, entry, services, makePdfs);
  return keepWritten({ ...input, entry: entry.id, made }, services, () => write(made.renders));
}

async function writeNumbered<T extends Written | symbol | undefined>(
  input: RendersToArchive & { readonly seesNumbers: boolean; readonly late: AbortSignal },
  services: Needs,
  write: Write<T>,
): Promise<T> {
  const { form, actionId, budget, gives, seesNumbers, late } = input;
  const { id } = input.entry({});
  let hasTaken = !seesNumbers;
  const workBefore = budget.work;
  return services.predictedNumbers.run<Archived, T>({
    form: form.id,
    limitedAccount: (await isLimited(form, services)) ? form.account : undefined,
    gives,
    async make(numbers) {
      // Each of those before in line may have taken long.
      late.throwIfAborted();
      const entry = input.entry(numbers);
      // However often it is asked, it costs the request once.
      budget.work = workBefore;
      if (seesNumbers && !mustArchive(input, entry)) return { renders: nothing, stored: [] };
      if (!hasTaken) await takePdf(input, services);
      hasTaken = true;
      return archive(input, entry, services, (pdfs) => makePdfsNow({ ...pdfs, late }, services));
    },
    discard: ({ stored }) => deleteFiles({ account: form.account, files: stored, kind: 'generated' }, services),
    write: (made, numbers, tx) =>
      keepWritten({ ...input, entry: id, made, isInTransaction: tx !== undefined }, services, () =>
        write(made.renders, { numbers, tx }),
      ),
    isWritten: (result) => typeof result === 'object',
    findWritten: () =>
      tryAgainOnLoss(async () => (await findEntry(services.db.sql, id))?.actions.includes(`"${actionId}"`) ?? false),
  });
}

/** Whether its forms are counted together: then writers lock the account before the form. */
async function isLimited({ account }: LoadedForm, { quotas }: Pick<Services, 'quotas'>): Promise<boolean> {
  const limits = await quotas.limitsOf(account);
  return limits.entries > 0 || limits.drafts > 0;
}

interface Archived {
  readonly renders: ArchivedRenders;
  readonly stored: readonly FileObject[];
}

/** After a write that took them not, the PDFs are removed; other numbers mean another try, which is told by the result. */
async function keepWritten<T extends Written | symbol | undefined | OtherNumbers>(
  {
    form,
    entry,
    made: { stored },
    isInTransaction = false,
  }: { form: LoadedForm; entry: string; made: Archived; isInTransaction?: boolean },
  services: Pick<Services, 'clock' | 'log' | 'db' | 'storage'>,
  write: () => Promise<T>,
): Promise<T> {
  let outcome: 'refused' | 'written' | 'unknown' = 'unknown';
  try {
    const result = await write();
    outcome = typeof result === 'object' ? 'written' : 'refused';
    return result;
  } catch (error) {
    // Our own refusals are certain, and so is a transaction that is not yet committed. After any other error the write may have
    // happened, or may still happen.
    if (isInTransaction || (error instanceof ServiceError && error.status < 500)) outcome = 'refused';
    throw error;
  } finally {
    // The job that settles holders ends what is left here: an hour later nobody is writing any more.
    const isUnlisted = outcome === 'refused' && !(await mayBeListed(entry, stored, services));
    if (isUnlisted) await deleteFiles({ account: form.account, files: stored, kind: 'generated' }, services);
  }
}

/** A refusal may be the second answer to a write whose first one got lost. */
async function mayBeListed(
  entry: string,
  stored: readonly FileObject[],
  services: Pick<Services, 'db'>,
): Promise<boolean> {
  const [first] = stored;
  if (first === undefined) return false;
  try {
    const row = await findEntry(services.db.sql, entry);
    return row?.archivedRenders.includes(first.storageKey) ?? false;
  } catch {
    // Nobody can tell now; the job will.
    return true;
  }
}

/** Leaves nothing behind when it fails. */
async function archive(
  { form, actionId, isAnonymous }: RendersToArchive,
  entry: EntryToArchive,
  services: Needs,
  make: typeof makePdfs,
): Promise<Archived> {
  const { account, id } = form;
  const stored: FileObject[] = [];
  try {
    const { main, ofLayouts } = await make({ form, entry, isArchive: true, isForFiller: true }, services);
    const keep = async (pdf: MadePdf, type: ApiArchivedRender['type'], layout: Layout): Promise<string> => {
      const { name, content } = pdf;
      const file = await storeGenerated(
        { account, form: id, name, type: 'application/pdf', content, life: { entry: entry.id }, isAnonymous },
        services,
      );
      stored.push(file);
      const template = presentLayout(layout);
      const render: ApiArchivedRender = { id: services.newId(), action: actionId, type, template, file };
      return JSON.stringify(render);
    };

    const items: string[] = [];
    // The combined PDF comes first, under the name of the first layout.
    const [first] = ofLayouts;
    if (ofLayouts.length > 1 && first !== undefined) items.push(await keep(main, 'concatenation', first.layout));
    for (const pdf of ofLayouts) items.push(await keep(pdf, 'template', pdf.layout));
    const { storageKey } = stored[0] as FileObject;
    const mainPdf = { name: main.name, type: 'application/pdf', content: main.content, storageKey };
    return { renders: { items, mainPdf }, stored };
  } catch (error) {
    await deleteFiles({ account, files: stored, kind: 'generated' }, services);
    throw error;
  }
}

function presentLayout({ type, name, label }: Layout): Pick<Layout, 'type' | 'name' | 'label'> {
  return { type, ...(name === undefined ? {} : { name }), ...(label === undefined ? {} : { label }) };
}
