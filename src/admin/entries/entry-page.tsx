// EntryPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function EntryPage() {
  return <PageHead title="EntryPage" />;
}
