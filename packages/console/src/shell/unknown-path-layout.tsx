import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { Layout } from './layout.tsx';
import { useSession } from './session.ts';

/** What stands around a screen that everybody may see. */
export function UnknownPathLayout() {
  return useSession() === undefined ? <SignInLayout /> : <Layout />;
}
