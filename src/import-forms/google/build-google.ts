import type { Locale } from '../../core/locale.ts';
import type { DraftForm } from '../draft-form.ts';
export function buildGoogle(_value: Record<string, unknown>, _draft: DraftForm, _locale: Locale | undefined): void {}
