import { catalogueOf } from './catalogue.ts';
import { ofRequests } from './parts-of-catalogue.ts';

/** The texts of change requests, loaded together with their screens. */
export const messages = ofRequests(catalogueOf('pt'));
