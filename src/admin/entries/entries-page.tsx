// EntriesPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function EntriesPage() {
  return <PageHead title="EntriesPage" />;
}
