// Forms that were deleted and whose entries and files are still being removed. [forms.delete]
import type { Runner, Transaction } from '../connection/db.ts';

export interface LeavingForm {
  readonly form: string;
  readonly account: string;
  readonly keepsFiles: boolean;
}

export async function insertLeavingForm(tx: Transaction, { form, account, keepsFiles }: LeavingForm): Promise<void> {
  await tx`insert into leaving_forms (form, account, keeps_files) values (${form}, ${account}, ${keepsFiles})`;
}

export async function listLeavingForms(sql: Runner): Promise<LeavingForm[]> {
  return sql<LeavingForm[]>`
    select form, account, keeps_files as "keepsFiles" from leaving_forms order by form`;
}

/** False when all of it is gone. */
export async function lockLeavingForm(tx: Transaction, form: string): Promise<boolean> {
  return (await tx`select 1 from leaving_forms where form = ${form} for update`).length === 1;
}

export async function deleteLeavingForm(tx: Transaction, form: string): Promise<void> {
  await tx`delete from leaving_forms where form = ${form}`;
}
