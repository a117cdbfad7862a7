import * as api from '@comporta/contract/code-references/code-reference-api';
import {
  type CodeScan,
  REPOSITORIES_MAX,
  REPOSITORY_NAME,
} from '@comporta/contract/code-references/code-references';
import { readDateTime } from '@comporta/contract/date-time';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import type { Write } from '../platform/http/write.ts';
import {
  findRepository,
  listRepositories,
  listToggleNames,
  readToggleCode,
  removeRepository,
  replaceReferences,
  repositoryAnswer,
  writeRepository,
} from './code-reference-repository.ts';

/** Reads the ids of the toggles that should be removed. */
type ReadStale = (sql: Sql, applicationId: string) => Promise<ReadonlySet<string>>;

/** Scans are no changes of the application: neither a revision nor an audit entry (LIF-90). */
export function codeReferenceRoutes({ route }: Server, readStale: ReadStale): void {
  route(api.getCodeReferences, async ({ sql, application }) => {
    const stale = await readStale(sql, application.id);
    const toggles = await listToggleNames(sql, application.id);
    return {
      repositories: (await listRepositories(sql, application.id)).map(repositoryAnswer),
      toggles: toggles.map(({ id, ...toggle }) => ({ ...toggle, stale: stale.has(id) })),
    };
  });
  route(api.putCodeReferences, putScan);
  route(api.deleteCodeReferences, async ({ sql, application, query }) => {
    const found = await findRepository(sql, application.id, query.repository);
    await removeRepository(sql, orNotFound(found));
  });
  route(api.getToggleCode, async ({ sql, application, params }) => {
    const toggles = await listToggleNames(sql, application.id);
    orNotFound(toggles.find(({ id }) => id === params.id));
    return readToggleCode(sql, application.id, params.id);
  });
}

/**
 * Keeps what a scan found. That of an equal commit is kept, too: toggles may have come since, and the scan is newer.
 * Source: LIF-32.
 */
async function putScan({ sql, application, body }: Write<'application', CodeScan>) {
  const { repository: name, references, urlTemplate = null, branch, commit } = body;
  if (!REPOSITORY_NAME.test(name))
    throw new Rejection('INVALID_REPOSITORY', { at: ['repository'] });
  const committedAt = readDateTime(body.committedAt) ?? new Date(0); // The schema took nothing else.
  const all = await listRepositories(sql, application.id);
  const stored = all.find((one) => one.name === name);
  if (stored === undefined && all.length >= REPOSITORIES_MAX) {
    throw new Rejection('LIMIT_EXCEEDED', { field: 'repositories', limit: REPOSITORIES_MAX });
  }
  if (stored && committedAt < stored.committedAt) throw new Rejection('STALE_SCAN');
  const repository = {
    applicationId: application.id,
    name,
    branch,
    commit,
    committedAt,
    urlTemplate,
  };
  const id = await writeRepository(sql, repository);
  await replaceReferences(sql, { ...repository, id }, references);
  const known = new Set((await listToggleNames(sql, application.id)).map((one) => one.name));
  return { unknown: references.flatMap(({ toggle }) => (known.has(toggle) ? [] : [toggle])) };
}
