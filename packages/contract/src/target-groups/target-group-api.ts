import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { savedBodySchema, savedVersionSchema } from '../saved-version.ts';
import { documented } from '../shapes.ts';
import { usageSchema } from '../usage.ts';
import {
  savedTargetGroupSchema,
  TARGET_GROUP_CODES,
  targetGroupDraftSchema,
  targetGroupSchema,
} from './target-group.ts';

const LIST = '/api/apps/:appId/target-groups';
const ONE = '/api/apps/:appId/target-groups/:id';

/** A target group as lists show it: with the experiments whose rules use it. */
export const listedTargetGroupSchema = documented(
  z.extend(targetGroupSchema, { usedBy: z.array(usageSchema) }),
  { id: 'ListedTargetGroup' },
);
export type ListedTargetGroup = z.infer<typeof listedTargetGroupSchema>;

export const listTargetGroups = endpoint({
  method: 'GET',
  path: LIST,
  summary: 'List the target groups of an application, sorted by name, and where each is used',
  access: 'user',
  programs: 'read',
  result: z.array(listedTargetGroupSchema),
});

export const getTargetGroup = endpoint({
  method: 'GET',
  path: ONE,
  summary: 'Get a target group',
  access: 'user',
  programs: 'read',
  result: targetGroupSchema,
});

export const createTargetGroup = endpoint({
  method: 'POST',
  path: LIST,
  summary: 'Create a target group',
  access: 'user',
  programs: 'write',
  body: targetGroupDraftSchema,
  result: targetGroupSchema,
  status: 201,
  errors: [...TARGET_GROUP_CODES, 'DUPLICATE_NAME'],
});

export const updateTargetGroup = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Change a target group',
  access: 'user',
  programs: 'write',
  body: targetGroupDraftSchema,
  result: targetGroupSchema,
  errors: [...TARGET_GROUP_CODES, 'DUPLICATE_NAME'],
});

export const deleteTargetGroup = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete a target group that nothing uses',
  access: 'user',
  programs: 'write',
  status: 204,
  errors: ['TARGET_GROUP_USED_IN_EXPERIMENT'],
});

export const listTargetGroupVersions = endpoint({
  method: 'GET',
  path: `${ONE}/versions`,
  summary: 'List the last 100 saved versions of a target group, newest first',
  access: 'user',
  programs: 'read',
  result: z.array(savedVersionSchema),
});

export const getTargetGroupVersion = endpoint({
  method: 'GET',
  path: `${ONE}/versions/:version`,
  summary: 'Get a saved version of a target group',
  access: 'user',
  programs: 'read',
  result: savedBodySchema(savedTargetGroupSchema),
});
