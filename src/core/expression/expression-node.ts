// The tree that an expression parses to. Spelling is gone (quotes, parentheses, shorthand keys), so two
// sources that mean the same give the same tree; `position` is the offset in the source, for messages.

export type UnaryOperator = '+' | '-' | '!';

export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<'
  | '>'
  | '<='
  | '>='
  | '=='
  | '!='
  | '==='
  | '!=='
  | '&&'
  | '||';

export type LiteralNode = Node<'literal', { value: string | number | boolean | null | undefined }>;
export type IdentifierNode = Node<'identifier', { name: string }>;
export type ArrayNode = Node<'array', { items: readonly ExpressionNode[] }>;
export type ObjectNode = Node<'object', { properties: readonly ObjectProperty[] }>;
/** `object.name` */
export type MemberNode = Node<'member', { object: ExpressionNode; name: string }>;
/** `object[key]` */
export type IndexNode = Node<'index', { object: ExpressionNode; key: ExpressionNode }>;
export type CallNode = Node<'call', { callee: ExpressionNode; args: readonly ExpressionNode[] }>;
export type UnaryNode = Node<'unary', { operator: UnaryOperator; operand: ExpressionNode }>;
export type BinaryNode = Node<'binary', { operator: BinaryOperator; left: ExpressionNode; right: ExpressionNode }>;
export type ConditionalNode = Node<
  'conditional',
  { test: ExpressionNode; whenTrue: ExpressionNode; whenFalse: ExpressionNode }
>;
/** `input | name:arg:arg` */
export type FilterNode = Node<'filter', { name: string; input: ExpressionNode; args: readonly ExpressionNode[] }>;

export type ExpressionNode =
  | LiteralNode
  | IdentifierNode
  | ArrayNode
  | ObjectNode
  | MemberNode
  | IndexNode
  | CallNode
  | UnaryNode
  | BinaryNode
  | ConditionalNode
  | FilterNode;

/** A string key stands for itself, a node for a computed `[key]`. */
export interface ObjectProperty {
  readonly key: string | ExpressionNode;
  readonly value: ExpressionNode;
}

type Node<Type extends string, Parts> = { readonly type: Type; readonly position: number } & Readonly<Parts>;
