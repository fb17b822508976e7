// InsightPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function InsightPage() {
  return <PageHead title="InsightPage" />;
}
