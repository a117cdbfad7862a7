import type { ChangedIds } from '@comporta/contract/id-lists/id-list-api';
import { CommandFailure, Refused } from '../command-failure.ts';
import type { AskedService } from '../service.ts';

/** What became of one list of ids, or would. */
export interface FilledList {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
  /** Whether the application had no such list. */
  readonly isNew: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Target {
  readonly service: AskedService;
  readonly appId: string;
  readonly isDryRun: boolean;
}

/** Replaces the ids of the application's lists by these, and makes the lists that it does not have. Tells of those that change. */
export async function fillLists(
  { service, appId, isDryRun }: Target,
  lists: ReadonlyMap<string, readonly string[]>,
): Promise<FilledList[]> {
  if (lists.size === 0) return [];
  const path = `/api/apps/${appId}/id-lists`;
  const stored = await service.get<readonly Named[]>(path).catch((error: unknown) => {
    // The application was found before, so it is not that.
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    const [name = ''] = lists.keys();
    throw new CommandFailure(`the service has no id lists, as ${name} has to be: update it first`);
  });
  const filled: FilledList[] = [];
  for (const [name, ids] of lists) {
    const before = stored.find((list) => list.name.toLowerCase() === name.toLowerCase());
    const isNew = before === undefined;
    if (isNew && isDryRun) {
      filled.push({ name, added: ids.length, removed: 0, isNew });
      continue;
    }
    const { id } = before ?? (await service.post<Named>(path, { name, description: '' }));
    const content = `${path}/${id}/content?mode=replace&dryRun=${isDryRun}`;
    const { added, removed } = await service.put<ChangedIds>(content, ids.join('\n'));
    if (added + removed > 0) filled.push({ name, added, removed, isNew });
  }
  return filled;
}
