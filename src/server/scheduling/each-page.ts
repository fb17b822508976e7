// Walks entries along their ids, page by page: while one page is worked on, the next is already read. Two pages are in
// memory at most, and how many rows a page has follows from how large rows turn out to be. [export.order]

export interface PageReader<Row> {
  /**
   * As many rows as the limit, but none after `maxBytes` are reached. `bytes` says how large the rows are together.
   */
  readonly read: (page: PageToRead) => Promise<{ rows: Row[]; bytes: number }>;
  readonly maxRows: number;
  /** Of a page; one row more where it is larger. */
  readonly maxBytes?: number;
}

export interface PageToRead {
  readonly after: string | undefined;
  readonly limit: number;
  readonly maxBytes: number;
}

const firstRows = 100;
const bytesPerPage = 4 * 2 ** 20;
/** Rows may suddenly be larger than those before, and sizes cost something to tell: a page grows step by step. */
const growth = 5;

export async function* eachPage<Row extends { readonly id: string }>({
  read,
  maxRows,
  maxBytes = bytesPerPage,
}: PageReader<Row>): AsyncGenerator<Row[], void, undefined> {
  let limit = Math.min(firstRows, maxRows);
  let next: ReturnType<typeof read> | undefined = read({ after: undefined, limit, maxBytes });
  while (next !== undefined) {
    const { rows, bytes }: { rows: Row[]; bytes: number } = await next;
    next = undefined;
    if (rows.length === limit || (rows.length > 0 && bytes >= maxBytes)) {
      const fitting = Math.floor(maxBytes / (bytes / rows.length));
      limit = Math.max(1, Math.min(fitting, limit * growth, maxRows));
      next = read({ after: rows.at(-1)!.id, limit, maxBytes });
      // A failure is met when the page's turn comes; until then it must not count as unhandled.
      next.catch(() => {});
    }
    if (rows.length > 0) yield rows;
  }
}
