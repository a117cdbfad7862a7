import * as api from '@comporta/contract/properties/property-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { withLastChanged } from '../platform/base/versions.ts';
import type { Server } from '../platform/http/route.ts';
import { deleteProperty } from './delete-property.ts';
import { listProperties } from './list-properties.ts';
import { findProperty } from './property-repository.ts';
import { createProperty, editProperty } from './save-property.ts';

export function propertyRoutes({ route }: Server): void {
  route(api.listProperties, ({ sql, application }) => listProperties(sql, application.id));
  route(api.getProperty, async ({ sql, application, params }) =>
    withLastChanged(orNotFound(await findProperty(sql, application.id, params.id))),
  );
  route(api.createProperty, createProperty);
  route(api.updateProperty, (call) => editProperty(call, call.params.id));
  route(api.deleteProperty, (call) => deleteProperty(call, call.params.id));
}
