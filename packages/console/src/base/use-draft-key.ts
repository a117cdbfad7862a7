import { useLocation } from 'react-router';
import { session } from './session.ts';
import { editsKey } from './storage.ts';

/** What the edits of this screen are kept by in the browser's tab; of one person. */
export function useDraftKey(): string {
  const { pathname } = useLocation();
  return editsKey(session()?.user_name ?? '', pathname);
}
