import { endpoint } from '../endpoint.ts';
import {
  codeReferencesSchema,
  codeScanSchema,
  deletedQuery,
  scannedSchema,
  toggleCodeSchema,
} from './code-references.ts';

const ALL = '/api/apps/:appId/code-references';

export const getCodeReferences = endpoint({
  method: 'GET',
  path: ALL,
  summary: 'List the repositories that were scanned for names of toggles, and these names',
  access: 'user',
  programs: 'code',
  result: codeReferencesSchema,
});

export const putCodeReferences = endpoint({
  method: 'PUT',
  path: ALL,
  summary: 'Replace what is known of a repository by what a scan found; it holds no source text',
  access: 'user',
  programs: 'code',
  body: codeScanSchema,
  result: scannedSchema,
  errors: ['INVALID_REPOSITORY', 'STALE_SCAN', 'LIMIT_EXCEEDED'],
});

export const deleteCodeReferences = endpoint({
  method: 'DELETE',
  path: ALL,
  summary: 'Forget a repository',
  access: 'user',
  programs: 'code',
  query: deletedQuery,
  status: 204,
});

export const getToggleCode = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/toggles/:id/code',
  summary: 'List the places in scanned code that name a toggle',
  access: 'user',
  programs: 'read',
  result: toggleCodeSchema,
});
