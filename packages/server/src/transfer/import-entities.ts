import { isDeepStrictEqual } from 'node:util';
import type {
  DocumentProperty,
  DocumentTargetGroup,
} from '@comporta/contract/transfer/application-document';
import type { Stored } from './application-contents.ts';
import { targetGroupDraft } from './ids-by-name.ts';
import { change, type ImportContext } from './import-context.ts';

interface Kind<Entity> {
  readonly type: 'property' | 'targetGroup';
  readonly stored: readonly Stored<Entity>[];
  readonly ids: Map<string, string>;
  nameOf(entity: Entity): string;
  create(entity: Entity): Promise<{ readonly id: string }>;
  edit(entity: Entity, id: string): Promise<unknown>;
}

export function importProperties(
  context: ImportContext,
  properties: readonly DocumentProperty[],
): Promise<void> {
  const { call, saves, before, ids } = context;
  return importEach(context, properties, {
    type: 'property',
    stored: before.properties,
    ids: ids.properties,
    nameOf: ({ key }) => key,
    create: (body) => saves.properties.create({ ...call, body }),
    edit: (body, id) => saves.properties.edit({ ...call, body }, id),
  });
}

export function importTargetGroups(
  context: ImportContext,
  targetGroups: readonly DocumentTargetGroup[],
): Promise<void> {
  const { call, saves, before, ids } = context;
  const withBody = (group: DocumentTargetGroup) => ({
    ...call,
    body: targetGroupDraft(group, ids),
  });
  return importEach(context, targetGroups, {
    type: 'targetGroup',
    stored: before.targetGroups,
    ids: ids.targetGroups,
    nameOf: ({ name }) => name,
    create: (group) => saves.targetGroups.create(withBody(group)),
    edit: (group, id) => saves.targetGroups.edit(withBody(group), id),
  });
}

async function importEach<Entity>(
  context: ImportContext,
  wanted: readonly Entity[],
  { type, stored, ids, nameOf, create, edit }: Kind<Entity>,
): Promise<void> {
  const known = new Map(stored.map((one) => [nameOf(one.entity), one]));
  for (const entity of wanted) {
    const name = nameOf(entity);
    const before = known.get(name);
    if (before === undefined) {
      const created = await change(context, { action: 'CREATE', type, name }, () => create(entity));
      ids.set(name, created.id);
    } else if (!isDeepStrictEqual(before.entity, entity)) {
      await change(context, { action: 'UPDATE', type, name }, () => edit(entity, before.id));
    }
  }
}
