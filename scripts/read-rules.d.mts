export interface Rule {
  readonly id: string;
  readonly file: string;
  readonly text: string;
}
export interface Title {
  readonly file: string;
  readonly title: string;
}
export const labels: Readonly<Record<string, string>>;
export function readRules(root: string): Rule[];
export function ruleLink(rule: Rule): string;
export function readTitles(root: string): (Title & { readonly names: readonly string[] })[];
export function readBareTitles(root: string): Title[];
export function readCitations(root: string): { readonly file: string; readonly id: string }[];
export function readComments(root: string): { readonly file: string; readonly text: string }[];
export function readDocuments(root: string): { readonly file: string; readonly text: string }[];
export function writeWhere(root: string): string;
export function isCode(file: string): boolean;
