// /admin/account/security/: the second step of signing in, and where the person is signed in.
import { AccountHeader } from './account-header.tsx';
import { FactorsSection } from './factors-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function SecurityPage() {
  return (
    <>
      <AccountHeader here="security" />
      <FactorsSection />
      <SessionsSection />
    </>
  );
}
