// Lists, projections and the small responses that several endpoints share. [lists.fields] [conventions.success]

export interface ApiList<Item> {
  readonly data: readonly Item[];
}

/** An object of a list with `fields`: only what was named, at any depth. */
export type Projection<T> = T extends readonly (infer Item)[]
  ? readonly Projection<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Projection<T[Name]> }
    : T;

/** What was done, for a person to read. */
export interface ApiMessage {
  readonly message: string;
}

/** A download link. */
export interface ApiLink {
  readonly url: string;
}

export interface ApiCount {
  readonly count: number;
}

/** GET /form/{formId}/entries/count: exact up to 10,000; where there are more, 10,000. */
export interface MatchCount {
  readonly count: number;
  readonly isMore: boolean;
}
