import { parseArgs } from 'node:util';
import {
  type ApplicationDocument,
  DOCUMENT_MAX_BYTES,
} from '@comporta/contract/transfer/application-document';
import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import { oneLine } from '../../foreign/one-line.ts';
import type { Remark } from '../../foreign/remark.ts';
import type { Command } from '../command.ts';
import { APPROVAL_REQUIRED, CommandFailure, Refused } from '../command-failure.ts';
import {
  findApplicationId,
  requireSpelling,
  SERVICE_OPTIONS,
  SERVICE_USAGE,
  serviceOf,
} from '../service.ts';
import { type FilledList, fillLists } from './fill-lists.ts';
import { readDocument } from './imported-file.ts';
import { postAsRequest } from './post-as-request.ts';

const OPTIONS = {
  ...SERVICE_OPTIONS,
  application: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'delete-others': { type: 'boolean' },
  'as-request': { type: 'boolean' },
  reason: { type: 'string' },
  title: { type: 'string' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  environment: { type: 'string' },
  identity: { type: 'string' },
  promise: { type: 'string', multiple: true },
} as const;

export const IMPORT: Command = {
  summary: 'Bring an application to what a document says, all of it or nothing',
  usage: `import FILE [--application NAME] [--dry-run] [--delete-others] [--as-request] [--reason TEXT]
  --application NAME  needed when there are several
  --dry-run           only say what would be created, updated and deleted
  --delete-others     delete what the document does not have; environments always stay
  --as-request        file the changes as one change request, which is applied when it is approved
  --title TEXT        the title of that request
  --reason TEXT       why, for the audit log and for those who approve
  --json              the changes as JSON
${SERVICE_USAGE}
                      an account key

  Exit code 3: nothing was changed yet, because others have to approve it.

  --from unleash      FILE is what Unleash answers to GET /api/client/features with a backend token of the
                      environment; or what its console exports, which does not say who is in a segment
  --environment NAME  the environment that the features go to
  --identity FIELD    the context field that is sent as uid; userId, or the sessionId of users without one,
                      when it is left out
  --promise current-time-is-sent
                      programs send currentTime, so conditions on it are imported

  --from flagd        FILE has flagd's definitions of flags
  --environment NAME  the environment that the flags go to
  --promise types-are-strict
                      programs send each property in the type that it is compared with; a text that another is
                      sought in is no list
  --promise users-change-sides
                      fractional becomes a split of the same shares, and users are drawn anew

  --from launchdarkly FILE is what LaunchDarkly answers to GET https://sdk.launchdarkly.com/sdk/latest-all with the
                      SDK key of one environment, or a file of flags for its SDKs
  --environment NAME  the environment that the flags go to
  --promise NAME      the same two: no attribute is a list, and rollouts become splits of the same shares

  A segment of 1,000 keys or more becomes an id list of the application. It is filled before the flags are imported.`,
  async run(args, readSettings) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      throw new CommandFailure('import takes one FILE', 2);
    const { document, remarks, idLists = new Map() } = await readDocument(file, values);
    requireFitting(file, document);
    const service = serviceOf(values, readSettings());
    const id = await findApplicationId(service, values.application);
    // Other products name theirs in their own way, and one of that name would be made.
    if (values.from !== undefined) await requireSpelling(service, id, values.environment ?? '');
    const query = new URLSearchParams({
      dryRun: `${values['dry-run'] === true}`,
      deleteOthers: `${values['delete-others'] === true}`,
      ...(values['as-request'] && { asRequest: 'true' }),
      ...(values.title !== undefined && { title: values.title }),
    });
    const isDryRun = values['dry-run'] === true;
    // Before the rules that ask for them, so that no user gets another value meanwhile.
    const filled = await fillLists({ service, appId: id, isDryRun }, idLists);
    const { reason } = values;
    const result = values['as-request']
      ? await postAsRequest(service, { appId: id, query, document, reason }).catch(nothingToFile)
      : await service.post<ImportResult>(`/api/apps/${id}/import?${query}`, document, reason);
    const text = values.json
      ? `${JSON.stringify({ ...result, remarks, ...(filled.length > 0 && { filled }) }, undefined, 2)}\n`
      : describe(result, remarks, filled);
    process.stdout.write(text);
    if (result.changeRequest?.state === 'IN_REVIEW') process.exitCode = APPROVAL_REQUIRED;
  },
};

/** Said here, because a service may hang up before it has read all of a document that is too large. */
function requireFitting(file: string, document: ApplicationDocument): void {
  const mib = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  const bytes = Buffer.byteLength(JSON.stringify(document));
  if (bytes <= DOCUMENT_MAX_BYTES) return;
  throw new CommandFailure(
    `${file} makes a document of ${mib(bytes)} MiB, and a service takes ${mib(DOCUMENT_MAX_BYTES)} MiB`,
  );
}

/** A document that changes nothing is no failure: it is there already. */
function nothingToFile(error: unknown): ImportResult {
  if (error instanceof Refused && error.code === 'NO_EDITS') return { dryRun: false, changes: [] };
  throw error;
}

const NOTE_MAX_CHARS = 1_000;

/** What becomes of a request in words. */
const WAITS: Readonly<Partial<Record<string, string>>> = { IN_REVIEW: 'which waits for approval' };

function lineOf(action: string, type: string, what: string): string {
  return `${action.padEnd(7)} ${type.padEnd(12)} ${what}`;
}

function describe(
  { dryRun, changes, changeRequest }: ImportResult,
  remarks: readonly Remark[],
  filled: readonly FilledList[],
): string {
  const lines = changes.map(({ action, type, name, environment }) =>
    lineOf(action, type, environment === undefined ? name : `${name} (${environment})`),
  );
  // Made before the document was sent, which otherwise would have made them: so a dry run tells.
  const made = dryRun ? [] : filled.filter(({ isNew }) => isNew);
  lines.unshift(...made.map(({ name }) => lineOf('CREATE', 'idList', name)));
  const lists = filled.map(({ name, added, removed }) =>
    lineOf('FILL', 'idList', `${name}: ${added} added, ${removed} removed`),
  );
  // What another product's file names goes to a terminal.
  const notes = remarks.map(({ feature, result, reason }) =>
    oneLine(`${result} ${feature}: ${reason}`, NOTE_MAX_CHARS),
  );
  const all = changes.length + (changeRequest === undefined ? made.length : 0);
  const count = `${all} ${all === 1 ? 'change' : 'changes'}`;
  const verdict = dryRun
    ? `${count} to make; nothing was changed.`
    : changeRequest === undefined
      ? `${count} made.`
      : `${count} filed as #${changeRequest.number}, ${WAITS[changeRequest.state] ?? 'which is applied now'}.`;
  return `${[...lines, ...lists, ...notes, verdict].join('\n')}\n`;
}
