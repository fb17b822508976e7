// Pictures of forms: their addresses, and which forms name them. The content is a row of `files` with the kind 'picture', so that it
// counts in the quotas and goes from storage as every file does. [forms.pictures] [forms.pictures.life]
import type { Runner, Transaction } from '../connection/db.ts';

export interface PictureRow {
  readonly id: string;
  readonly account: string;
  readonly storageKey: string;
  readonly contentType: string;
  readonly size: number;
}

export interface NewPicture extends PictureRow {
  readonly form: string;
  readonly time: string;
}

/** Its content is in storage: from here on it ends with the picture, and not for want of an entry. */
export async function insertPicture(tx: Transaction, picture: NewPicture): Promise<void> {
  await tx`update files set used_at = ${picture.time} where storage_key = ${picture.storageKey}`;
  await tx`insert into pictures (id, account, form, storage_key, content_type, size, create_time, unnamed_since)
    values (${picture.id}, ${picture.account}, ${picture.form}, ${picture.storageKey}, ${picture.contentType},
      ${picture.size}, ${picture.time}, ${picture.time})`;
}

export async function countPictures(sql: Runner, form: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from pictures where form = ${form}`;
  return row?.count ?? 0;
}

export async function findPicture(sql: Runner, id: string): Promise<PictureRow | undefined> {
  const [row] = await sql<
    PictureRow[]
  >`select id, account, storage_key as "storageKey", content_type as "contentType", size
    from pictures where id = ${id}`;
  return row;
}

interface NamingForm {
  readonly account: string;
  readonly form: string;
  /** The pictures that its definition names, of whatever account. */
  readonly ids: readonly string[];
  readonly time: string;
}

/** Of a form that is written: what it names is its own account's, and stays for as long as it does. */
export async function setPictureUses(tx: Transaction, { account, form, ids, time }: NamingForm): Promise<void> {
  const named = ids as string[];
  const ended = await tx<{ picture: string }[]>`delete from picture_uses
    where form = ${form} and not (picture = any(${named}::text[])) returning picture`;
  if (named.length > 0) {
    // The row is locked first: what is about to be removed for want of a name either has one again, or is gone.
    await tx`with named as (
        update pictures set unnamed_since = null where account = ${account} and id = any(${named}::text[]) returning id)
      insert into picture_uses (form, picture) select ${form}, id from named on conflict do nothing`;
  }
  if (ended.length > 0) {
    await tx`update pictures p set unnamed_since = ${time}
      where p.id = any(${ended.map(({ picture }) => picture)}::text[])
        and not exists (select 1 from picture_uses u where u.picture = p.id)`;
  }
}

/** Of a form that is being deleted: its pictures, and those it alone named, go with it. */
export async function endPicturesOfForm(
  tx: Transaction,
  { account, form, time }: Omit<NamingForm, 'ids'>,
): Promise<void> {
  const named = await tx<{ picture: string }[]>`delete from picture_uses where form = ${form} returning picture`;
  const rows = await tx<{ storageKey: string }[]>`delete from pictures p
    where p.account = ${account} and (p.form = ${form} or p.id = any(${named.map(({ picture }) => picture)}::text[]))
      and not exists (select 1 from picture_uses u where u.picture = p.id)
    returning storage_key as "storageKey"`;
  await endContents(tx, rows, time);
}

/** Those that no form has named since before `before`; at most `limit`. Answers how many. */
export async function endUnnamedPictures(
  tx: Transaction,
  old: { before: string; time: string; limit: number },
): Promise<number> {
  const rows = await tx<{ storageKey: string }[]>`delete from pictures p
    where p.unnamed_since < ${old.before} and p.id in (
      select id from pictures where unnamed_since < ${old.before} order by unnamed_since limit ${old.limit}
      for update skip locked)
    returning storage_key as "storageKey"`;
  await endContents(tx, rows, old.time);
  return rows.length;
}

/** From here on they are deleted files like any other. */
async function endContents(tx: Transaction, rows: readonly { storageKey: string }[], time: string): Promise<void> {
  if (rows.length === 0) return;
  await tx`update files set kind = 'generated', state = 'deleted', delete_time = ${time}
    where storage_key = any(${rows.map(({ storageKey }) => storageKey)}::text[]) and kind = 'picture'`;
}
