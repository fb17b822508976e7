// SharePage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function SharePage() {
  return <PageHead title="SharePage" />;
}
