import type { AuditEntry } from '@comporta/contract/audit-logs/audit-log';
import { Link } from 'react-router';
import { entityPath } from './entity-path.ts';

/** What somebody did, in a sentence; the name in it leads to what it was done to, while that is there. */
export function Headline({ entry }: { readonly entry: AuditEntry }) {
  const { headline, entity } = entry;
  const path = entityPath(entry);
  // The last one: somebody may be called like what they changed.
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
