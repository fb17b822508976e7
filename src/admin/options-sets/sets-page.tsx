// SetsPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function SetsPage() {
  return <PageHead title="SetsPage" />;
}
