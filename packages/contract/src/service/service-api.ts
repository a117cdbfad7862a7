import { endpoint } from '../endpoint.ts';
import { serviceFactsSchema } from './service-facts.ts';

export const getServiceFacts = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Get what a console has to know before anybody logs in',
  access: 'public',
  accountKey: 'refused',
  result: serviceFactsSchema,
  status: 200,
  errors: [],
});
