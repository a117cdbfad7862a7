import { endpoint } from '../endpoint.ts';
import { auditPageSchema, auditQuerySchema } from './audit-log.ts';

export const listApplicationAuditLog = endpoint({
  method: 'GET',
  path: '/api/apps/:appId/audit-logs',
  summary: 'List the changes in an application, newest first, in the language of the caller',
  access: 'user',
  programs: 'read',
  query: auditQuerySchema,
  result: auditPageSchema,
  errors: ['INVALID_PAGE'],
});

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/audit-logs',
  summary: 'List the changes in the whole account, newest first, in the language of the caller',
  access: 'admin',
  programs: 'read',
  query: auditQuerySchema,
  result: auditPageSchema,
  errors: ['INVALID_PAGE'],
});
