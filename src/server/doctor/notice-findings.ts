// Notices for the operator that the service stored in the last two days. [limits.notices]
import { noticeText } from '../quotas/notices/notice-kinds.ts';
import { type Finding, warning } from './finding.ts';

export function noticeFindings(notices: readonly { readonly kind: string; readonly detail: string }[]): Finding[] {
  return notices.map(({ kind, detail }) =>
    warning(
      `notices.${kind}`,
      noticeText(kind, detail, 'en') ?? detail,
      'Reported by the service itself: docs/limits.md.',
    ),
  );
}
