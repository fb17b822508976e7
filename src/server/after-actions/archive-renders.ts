// Makes and stores the PDFs of a form's archive rules before the commit, so that an entry is never submitted without them.
// SPEC.md "Archived render", CONTRACT.md section 4: a failed PDF fails the request and leaves nothing behind.
import type { Budget } from '../../core/expression/budget.ts';
import type { FileObject, FormDefinition, Layout } from '../../core/form-definition.ts';
import { modelScope } from '../../core/model-scope.ts';
import { formFacts, refuseTooMuchWork } from '../entries/check-entry.ts';
import { ServiceError } from '../errors.ts';
import { deleteFiles } from '../files/delete-files.ts';
import { storeGenerated } from '../files/store-generated.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { scopeEntry } from '../pdf/describe-entry.ts';
import type { PdfEntry } from '../pdf/pdf-maker.ts';
import { type MadePdf, makePdfs } from '../render/make-pdfs.ts';
import type { Services } from '../services.ts';
import { type EntryRow, findEntry } from '../store/entries.ts';
import type { RuleSet } from './compile-rules.ts';

export interface RendersToArchive {
  readonly form: LoadedForm;
  readonly rules: RuleSet;
  readonly actionId: string;
  /** As it will be once it is stored; asked for only where a rule is. Numbers that the commit gives are not known yet. */
  readonly entry: () => PdfEntry & { readonly id: string };
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

/** Whether a PDF may be wanted when somebody fills the form. */
export function mayArchive({ postSave, postSubmit, postEdit, postTemplate }: FormDefinition): boolean {
  return [postSave, postSubmit, postEdit, postTemplate].some((rules) => (rules?.renders?.length ?? 0) > 0);
}

/** Writes with the PDFs archived; what the write does not take is removed again. Without a rule it is just the write. */
export function writeWithRenders<T extends Written | symbol | undefined>(
  input: RendersToArchive,
  services: Services,
  write: (renders: ArchivedRenders) => Promise<T>,
): Promise<T> {
  if (input.form.rules[input.rules].renders.length === 0 || input.skipRenders === true) return write(nothing);
  const toArchive = { ...input, entry: input.entry() };
  return mustArchive(toArchive) ? archiveAndWrite(toArchive, services, write) : write(nothing);
}

type EntryToArchive = Omit<RendersToArchive, 'entry'> & { readonly entry: ReturnType<RendersToArchive['entry']> };

/** Any rule that applies archives; several archive once. */
function mustArchive({ form, rules, entry, budget }: EntryToArchive): boolean {
  const scope = modelScope(form.plan, entry.data, { entry: scopeEntry(entry), form: formFacts(form), budget });
  const isWanted = form.rules[rules].renders.some((applies) => applies(scope));
  if (!isWanted) refuseTooMuchWork(form, budget);
  return isWanted;
}

async function archiveAndWrite<T extends Written | symbol | undefined>(
  input: EntryToArchive,
  services: Services,
  write: (renders: ArchivedRenders) => Promise<T>,
): Promise<T> {
  const stored: FileObject[] = [];
  let outcome: 'notWritten' | 'refused' | 'written' | 'unknown' = 'notWritten';
  try {
    const renders = await archive(input, stored, services);
    outcome = 'unknown';
    const result = await write(renders);
    outcome = typeof result === 'object' ? 'written' : 'refused';
    return result;
  } catch (error) {
    // Our own refusals are certain. After any other error the write may have happened, or may still happen.
    if (outcome === 'unknown' && error instanceof ServiceError && error.status < 500) outcome = 'refused';
    throw error;
  } finally {
    // The job that settles holders ends what is left here: an hour later nobody is writing any more.
    const isUnlisted =
      outcome === 'notWritten' || (outcome === 'refused' && !(await mayBeListed(input.entry.id, stored, services)));
    if (isUnlisted) await deleteFiles({ account: input.form.account, files: stored, kind: 'generated' }, services);
  }
}

/** A refusal may be the second answer to a write whose first one got lost. */
async function mayBeListed(entry: string, stored: readonly FileObject[], services: Services): Promise<boolean> {
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

async function archive(input: EntryToArchive, stored: FileObject[], services: Services): Promise<ArchivedRenders> {
  const { form, entry, actionId, isAnonymous } = input;
  await services.disk.checkFile(0);
  await services.quotas.take({ kind: 'pdfs', account: form.account, form: form.id, isAnonymous });
  const { main, ofLayouts } = await makePdfs({ form, entry, isArchive: true }, services);

  const keep = async (pdf: MadePdf, type: 'template' | 'concatenation', layout: Layout): Promise<string> => {
    const { name, content } = pdf;
    const { account, id } = form;
    const file = await storeGenerated(
      { account, form: id, name, type: 'application/pdf', content, life: { entry: entry.id }, isAnonymous },
      services,
    );
    stored.push(file);
    return JSON.stringify({ id: services.newId(), action: actionId, type, template: presentLayout(layout), file });
  };

  const items: string[] = [];
  // The combined PDF comes first, under the name of the first layout.
  const [first] = ofLayouts;
  if (ofLayouts.length > 1 && first !== undefined) items.push(await keep(main, 'concatenation', first.layout));
  for (const pdf of ofLayouts) items.push(await keep(pdf, 'template', pdf.layout));
  const storageKey = stored[0]!.storageKey;
  return { items, mainPdf: { name: main.name, type: 'application/pdf', content: main.content, storageKey } };
}

function presentLayout({ type, name, label }: Layout): Pick<Layout, 'type' | 'name' | 'label'> {
  return { type, ...(name === undefined ? {} : { name }), ...(label === undefined ? {} : { label }) };
}
