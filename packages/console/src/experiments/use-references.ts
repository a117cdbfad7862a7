import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCurrentEnvironment } from '../data/application-queries.ts';
import { type EnvironmentRef, experimentsQuery } from '../data/experiment-queries.ts';
import { useNamedLists } from '../data/named-lists.ts';
import { propertiesQuery } from '../data/property-queries.ts';
import { targetGroupsQuery } from '../data/target-group-queries.ts';
import { togglesQuery } from '../data/toggle-queries.ts';
import type { Pending } from '../ui/list/loaded.tsx';
import { type References, referencesOf } from './references.ts';

/** Loads everything that rules can refer to. */
export function useReferences(place: EnvironmentRef): Pending<References> {
  const environment = useCurrentEnvironment().environment?.name ?? '';
  const properties = useQuery(propertiesQuery(place.appId));
  const targetGroups = useQuery(targetGroupsQuery(place.appId));
  const toggles = useQuery(togglesQuery(place.appId));
  const experiments = useQuery(experimentsQuery(place));
  const idLists = useNamedLists(place.appId);
  const queries = [properties, targetGroups, toggles, experiments];

  // The same object until something changes, because a new one renders all cards again.
  const data = useMemo(() => {
    if (!properties.data || !targetGroups.data || !toggles.data || !experiments.data) return;
    return referencesOf(environment, {
      properties: properties.data,
      targetGroups: targetGroups.data,
      toggles: toggles.data,
      experiments: experiments.data,
      idLists,
    });
  }, [environment, properties.data, targetGroups.data, toggles.data, experiments.data, idLists]);

  return {
    data,
    isError: queries.some(({ isError }) => isError),
    refetch: () =>
      Promise.all(queries.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}
