// GET /form/{formId}/insight, by the parts that charts draw.
import type { DateInsight, FieldInsight, Insight, Point } from '../../api-types/insight.ts';

export type TimeUnit = Insight['overTime']['unit'] | DateInsight['unit'];
export type TimePoint = Point;

/** A field of one kind, with what is known of every field. */
export type FieldOf<Kind extends FieldInsight['kind']> = Extract<FieldInsight, { readonly kind: Kind }>;
