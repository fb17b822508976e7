// A form compiled once: its elements as flat lists in form order with paths, value types, rules and expressions ready to
// run. A plan is immutable and may be kept per form and version. The fields that share one object are a row shape: the
// entry itself is the first, and each repeat has one for its rows. Sections and tabs dissolve into their row shape.

import type {
  DefinitionPath,
  DefinitionProblem,
  ExpressionEngine,
  RemoteRule,
  Truth,
} from '../definition/definition-problems.ts';
import type { Element, ElementOf, FieldElement, JsonObject, MessageLevel } from '../definition/form-definition.ts';
import type { Steps } from '../definition/steps.ts';
import type { Expression } from '../expression/compile.ts';
import type { ItemTexts } from '../locale/item-texts.ts';
import type { InLocales, Locale } from '../locale/locale.ts';
import type { CompilePattern } from '../text/pattern.ts';
import type { OnPattern, Rule } from '../validation/rules.ts';
import type { ValueType } from '../values/value-type.ts';
import type { Options } from './options.ts';

/** The element, or undefined after adding a problem that leaves nothing to build on. */
export type CheckElement = (
  problems: DefinitionProblem[],
  path: DefinitionPath,
  value: unknown,
  isRoot: boolean,
) => Element | undefined;

/** False for an element that is too deep, one too many, or too large in itself. */
export type CheckSize = (
  problems: DefinitionProblem[],
  path: DefinitionPath,
  value: unknown,
  count: number,
  depth: number,
) => boolean;

/** Refuses computed values that depend on themselves, of those that are not settled in one pass: see refuse-circles.ts. */
export type CheckCircles = (
  problems: DefinitionProblem[],
  computed: readonly Computed[],
  dependentsOf: (vertex: object) => readonly object[],
) => Steps<void>;

export interface FormPlan {
  readonly locale: Locale;
  readonly itemTexts: ItemTexts;
  /** The entry's own shape first. */
  readonly shapes: readonly [RowShape, ...RowShape[]];
  /** Every condition on an element or tab, in the order of `decisions`. */
  readonly guards: readonly Guard[];
  /** All that is worked out of an entry, each after what it depends on. */
  readonly decisions: readonly Decision[];
  /** From this place in `decisions` on, conditions depend on each other in a circle, or what follows depends on one. */
  readonly firstCircular: number;
  /** Whether there is a file field anywhere. */
  readonly hasFiles: boolean;
  readonly validateSaved: Truth;
  readonly validateTemplate: Truth;
}

export interface RowShape {
  readonly index: number;
  /** The repeat whose rows have this shape; undefined for the entry. */
  readonly repeat: RepeatStep | undefined;
  /** Parent of each nested object (a section with secFlat=false) by place; the row itself is 0. */
  readonly containers: readonly Container[];
  /** Fields, repeats, nested sections and screen state in form order. */
  readonly steps: readonly Step[];
  /** The steps of which a value of the right type can still be wrong. */
  readonly ruledSteps: readonly Step[];
  readonly slotCount: number;
  readonly guardCount: number;
  /** What reading and checking one row costs, whatever is in it: steps of the budget. */
  readonly work: number;
  /** What expressions can see of a row, all null: copied for each row, since filling known keys is faster than adding them. */
  readonly blankModel: JsonObject | undefined;
}

export interface Container {
  readonly parent: number;
  readonly name: string;
}

interface StepBase<One extends Element = Element> {
  readonly element: One;
  readonly name: string;
  /** The name is one that every object inherits, so reading it needs an own-property check. */
  readonly isInherited: boolean;
  /** The place, in the row shape's containers, of the object that holds this name. */
  readonly container: number;
  /** The innermost condition that can hide this step. */
  readonly guard: Guard | undefined;
  /** From the row: `['address']['city']`. */
  readonly path: string;
  readonly columnNames: readonly string[];
  /** Whether an expression of the form can see the value; only those are put into the model while checking. */
  readonly isRead: boolean;
}

export interface FieldStep extends StepBase<FieldElement> {
  readonly kind: 'field';
  readonly slot: number;
  readonly value: ValueType;
  /** What its value is worked out by; what is sent for it counts for nothing. */
  readonly compute: Expression | undefined;
  readonly required: Required | undefined;
  readonly options: Options | undefined;
  readonly rules: readonly Rule[];
  readonly remotes: readonly RemoteRule[];
  /** How a page draws it, where that does not follow from the value: the page's own matter. */
  readonly look?: unknown;
}

/** What a property of the element may change of a field. */
export type AdaptedParts = Pick<FieldStep, 'value' | 'options' | 'rules' | 'look'>;
export type AdaptField = <Parts extends AdaptedParts>(element: Element, field: Parts) => Parts;

export interface RepeatStep extends StepBase<ElementOf<'cRepeat'>> {
  readonly kind: 'repeat';
  readonly slot: number;
  readonly rows: RowShape;
  readonly maxRows: number;
  readonly required: Required | undefined;
  readonly rules: readonly Rule[];
}

/** A section with secFlat=false: an object of its own. */
export interface SectionStep extends StepBase<ElementOf<'cSection'>> {
  readonly kind: 'section';
  /** The place of its own object in the row shape's containers. */
  readonly own: number;
}

/** What the page remembers of tabs and collapsible sections under their own name. */
export interface ScreenStateStep extends StepBase {
  readonly kind: 'screen-state';
  readonly key: '__activeTab' | '__isCollapsed';
  /** The section's own object where it has one; the state then is a key in it. */
  readonly own: number | undefined;
}

export type Step = FieldStep | RepeatStep | SectionStep | ScreenStateStep;

export interface Required {
  readonly when: Truth;
  readonly message: string | undefined;
  readonly level: MessageLevel;
}

/** A condition of an element or tab: while false, everything inside is hidden. */
export interface Guard {
  /** The place among the guards of its row shape. */
  readonly index: number;
  readonly shape: number;
  readonly parent: Guard | undefined;
  /** Of the element or tab: `formSchema.rootElem.children.0`. */
  readonly elementPath: string;
  readonly condition: Truth;
  /** The fields and repeats inside, of the same row shape. */
  readonly controls: readonly (FieldStep | RepeatStep)[];
}

/** A field whose value is worked out. */
export interface Computed {
  readonly shape: number;
  readonly path: DefinitionPath;
  readonly step: FieldStep;
  readonly compute: Expression;
}

/** Whether something is hidden, or what a field's value is. */
export type Decision = Guard | Computed;

/** What only some forms need, or only some places: a page loads no more than its form asks for. */
export interface CompileTools {
  /** Needed by forms with expressions or templates: see expression/engine.ts. */
  readonly expressions?: ExpressionEngine | undefined;
  /** Needed by forms with str/pattern: see pattern.ts. */
  readonly compilePattern?: CompilePattern;
  /** Takes the cost of each pattern: see form-cost.ts. */
  readonly onPattern?: OnPattern;
  /** Needed in the language of the form. */
  readonly itemTexts?: Partial<InLocales<ItemTexts>>;
  /** Needed by forms with such fields: see src/fields/preset.ts. */
  readonly adaptField?: AdaptField | undefined;
  /** Looks at properties that compiling takes as they are, for a definition that nobody has checked yet: see check-form.ts. */
  readonly checkElement?: CheckElement;
  /** Only for a definition that is being written: what is stored may be from before a bound. */
  readonly checkSize?: CheckSize;
  /** The same. */
  readonly checkCircles?: CheckCircles;
}
