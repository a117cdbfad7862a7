import type { Property, PropertyValue } from '@comporta/contract/properties/property';
import {
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '@comporta/contract/properties/property-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain } from './query-client.ts';

export function propertiesQuery(appId: string) {
  return queryOptions({
    queryKey: ['properties', appId],
    queryFn: ({ signal }) => call(listProperties, { params: { appId }, signal }),
  });
}

export function propertyQuery(appId: string, id: string) {
  return queryOptions({
    queryKey: ['properties', appId, id],
    queryFn: ({ signal }) => call(getProperty, { params: { appId, id }, signal }),
  });
}

/** Fetches the property as it is saved now, to see what somebody else changed. */
export function fetchProperty({ appId, id }: Pick<Property, 'appId' | 'id'>): Promise<Property> {
  return call(getProperty, { params: { appId, id } });
}

/** Creates the property, or saves over the version of it that was loaded. */
export async function saveProperty(
  client: QueryClient,
  at: { readonly appId: string; readonly id: string | undefined },
  { value, ifMatch }: { readonly value: PropertyValue; readonly ifMatch: number | undefined },
): Promise<Property> {
  const { appId, id } = at;
  // The body repeats the application. Source: PRE-07.
  const body = { ...value, appId };
  const saved =
    id === undefined
      ? await call(createProperty, { params: { appId }, body })
      : await call(updateProperty, { params: { appId, id }, body, ifMatch });
  await forgetProperties(client, appId);
  return saved;
}

export function removeProperty({ appId, id }: Pick<Property, 'appId' | 'id'>): Promise<undefined> {
  return call(deleteProperty, { params: { appId, id } });
}

/** To be called after a change: the list and every property of the application are fetched again. */
export async function forgetProperties(client: QueryClient, appId: string): Promise<void> {
  await askAgain(client, propertiesQuery(appId).queryKey);
}
