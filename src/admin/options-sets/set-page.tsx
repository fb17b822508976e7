// SetPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function SetPage() {
  return <PageHead title="SetPage" />;
}
