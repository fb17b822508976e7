// What the insight page says.
import { type TextKey, type Translate, useTexts } from '../texts.ts';

export type InsightText = Translate<TextKey<'insight/insight'>>;

export function useInsightTexts(): InsightText {
  return useTexts('insight/insight');
}
