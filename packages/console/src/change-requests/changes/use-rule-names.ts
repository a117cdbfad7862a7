import type { ChangeRequest } from '@comporta/contract/change-requests/change-request';
import type { EditType } from '@comporta/contract/change-requests/edit-type';
import { type RuleNames, ruleNamesOf } from '@comporta/contract/experiments/named-rule';
import type { SnapshotProperty } from '@comporta/engine/snapshot';
import { PROPERTY_TYPES } from '@comporta/engine/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNamedLists } from '../../data/named-lists.ts';
import { propertiesQuery } from '../../data/property-queries.ts';
import { targetGroupsQuery } from '../../data/target-group-queries.ts';
import { togglesQuery } from '../../data/toggle-queries.ts';

type Steps = Pick<ChangeRequest, 'steps'>;

/** Looks up what rules and conditions refer to, also what the request itself creates; undefined until it is loaded. */
export function useRuleNames({ appId, steps }: Steps & { readonly appId: string }) {
  const { data: properties } = useQuery(propertiesQuery(appId));
  const { data: targetGroups } = useQuery(targetGroupsQuery(appId));
  const { data: toggles } = useQuery(togglesQuery(appId));
  const idLists = useNamedLists(appId);
  return useMemo((): RuleNames | undefined => {
    if (!properties || !targetGroups || !toggles) return undefined;
    return ruleNamesOf({
      properties: [...createdProperties({ steps }), ...properties],
      targetGroups: [...createdIn({ steps }, 'targetGroup'), ...targetGroups],
      toggles: [...createdIn({ steps }, 'toggle'), ...toggles],
      idLists,
    });
  }, [properties, targetGroups, toggles, idLists, steps]);
}

function createdIn({ steps }: Steps, type: EditType) {
  const edits = steps.flatMap((step) => step.edits);
  return edits.filter((edit) => edit.type === type && edit.action === 'CREATE');
}

function createdProperties(steps: Steps): SnapshotProperty[] {
  return createdIn(steps, 'property').flatMap(({ id, result }) => {
    const type = PROPERTY_TYPES.find((known) => known === result?.type);
    return type && typeof result?.key === 'string' ? [{ id, key: result.key, type }] : [];
  });
}
