// UsersPage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function UsersPage() {
  return <PageHead title="UsersPage" />;
}
