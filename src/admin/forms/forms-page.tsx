// FormsPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function FormsPage() {
  return <PageHead title="FormsPage" />;
}
