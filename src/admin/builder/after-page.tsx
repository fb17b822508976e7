// AfterPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function AfterPage() {
  return <PageHead title="AfterPage" />;
}
