import { endpoint } from '../endpoint.ts';
import { serviceFactsSchema } from './service-facts.ts';

export const getServiceFacts = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Get the settings of the service that a console needs before login',
  access: 'public',
  programs: 'refused',
  result: serviceFactsSchema,
});
