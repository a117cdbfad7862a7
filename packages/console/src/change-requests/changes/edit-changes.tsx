import type { Edit } from '@comporta/contract/change-requests/edit';
import type { RuleNames } from '@comporta/contract/experiments/named-rule';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../../data/user-queries.ts';
import { FieldChanges } from './field-changes.tsx';
import { RuleChanges } from './rule-changes.tsx';

interface EditChangesProps {
  readonly appId: string;
  readonly edit: Edit;
  readonly names: RuleNames;
}

/** What an edit changes, in words. */
export function EditChanges({ appId, edit, names }: EditChangesProps) {
  const person = useOwnerName(appId, edit);
  return edit.type === 'experiment' ? (
    <RuleChanges edit={edit} names={names} />
  ) : (
    <FieldChanges edit={edit} names={{ rules: names, person }} />
  );
}

/** Looks up the name of an owner; loads them only for an edit that has one. */
function useOwnerName(appId: string, { type, base, result }: Edit): (id: string) => string {
  const hasOwner = type === 'toggle' && Boolean(base?.ownerId ?? result?.ownerId);
  const { data: people = [] } = useQuery({ ...peopleQuery(appId), enabled: hasOwner });
  return (id) => people.find((one) => one.id === id)?.name ?? '';
}
