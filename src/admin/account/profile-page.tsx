// ProfilePage: being built.
import { PageHead } from '../ui/page-head.tsx';

export function ProfilePage() {
  return <PageHead title="ProfilePage" />;
}
