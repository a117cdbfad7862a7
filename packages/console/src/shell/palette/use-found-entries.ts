import { type SearchResult, search } from '@comporta/contract/search/search-api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../api/call.ts';
import { thingPath } from '../../base/sections.ts';
import { applicationsQuery } from '../../data/application-queries.ts';
import { BESIDE } from '../../data/query-client.ts';
import type { Entry } from './palette-entry.ts';

/** The pause in typing after which the service is queried. */
const TYPING_MS = 150;
const MIN_CHARS = 2;

const NOTHING: readonly Entry[] = [];

/** Results from the service: things in other applications, and users for administrators. */
export function useFoundEntries(query: string): readonly Entry[] {
  const { appId } = useParams();
  const q = useSettled(query.startsWith('>') ? '' : query.trim());
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { data = NOTHING } = useQuery({
    queryKey: ['search', q],
    meta: BESIDE,
    queryFn: ({ signal }) => call(search, { query: { q }, signal }),
    enabled: q.length >= MIN_CHARS,
    placeholderData: keepPreviousData,
    select: (results) =>
      results.filter((result) => result.appId !== appId || appId === undefined).flatMap(entryOf),
  });
  return q.length < MIN_CHARS ? NOTHING : data;

  function entryOf({ type, id, appId: of = '', envId = '', name }: SearchResult): Entry[] {
    const application = applications.find((one) => one.id === of);
    const environment = application?.environments.find((one) => one.id === envId);
    const target = thingPath(type, { appId: of, envId, id });
    // The console has already loaded all applications.
    if (type === 'application' || type === 'environment' || target === undefined) return [];
    const detail = [application?.name, environment?.name].filter(Boolean).join(' / ') || undefined;
    return [{ id: target, group: type, label: name, detail, target }];
  }
}

/** Returns the text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
