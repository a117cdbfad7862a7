import { useSession } from '../data/stored/session.ts';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { Layout } from './layout.tsx';

/** The frame around a screen that everybody may see. */
export function UnknownPathLayout() {
  return useSession() === undefined ? <SignInLayout /> : <Layout />;
}
