// KeysPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function KeysPage() {
  return <PageHead title="KeysPage" />;
}
