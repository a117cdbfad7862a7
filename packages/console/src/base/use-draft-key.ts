import { useLocation } from 'react-router';
import { session } from '../data/stored/session.ts';
import { editsKey } from '../data/stored/storage.ts';

/** The session storage key for the edits of this screen by this user; `part` tells several forms of it apart. */
export function useDraftKey(part?: string): string {
  const { pathname } = useLocation();
  return editsKey(
    session()?.user_name ?? '',
    part === undefined ? pathname : `${pathname}#${part}`,
  );
}
