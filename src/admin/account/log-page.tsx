// LogPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function LogPage() {
  return <PageHead title="LogPage" />;
}
