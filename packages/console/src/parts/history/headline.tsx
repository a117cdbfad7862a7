import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { Link } from 'react-router';
import { entityPath } from './entity-path.ts';

/** What somebody did, in a sentence; the name in it links to the changed thing while that exists. */
export function Headline({ entry }: { readonly entry: AuditEntry }) {
  const { headline, entity } = entry;
  const path = entityPath(entry);
  // The last occurrence: the user's own name may be the same.
  const at = headline.lastIndexOf(entity.name);
  if (path === undefined || at === -1 || entity.name === '') return headline;
  return (
    <>
      {headline.slice(0, at)}
      <Link to={path}>{entity.name}</Link>
      {headline.slice(at + entity.name.length)}
    </>
  );
}
