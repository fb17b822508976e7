// BuilderPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function BuilderPage() {
  return <PageHead title="BuilderPage" />;
}
