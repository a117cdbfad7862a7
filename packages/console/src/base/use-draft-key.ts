import { useLocation } from 'react-router';
import { session } from '../data/stored/session.ts';
import { editsKey } from '../data/stored/storage.ts';

/** The session storage key for the edits of this screen by this user. */
export function useDraftKey(): string {
  const { pathname } = useLocation();
  return editsKey(session()?.user_name ?? '', pathname);
}
