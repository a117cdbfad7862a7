import { catalogueOf } from './catalogue.ts';
import { ofPolicies } from './parts-of-catalogue.ts';

/** The texts of policies and freezes, loaded together with their screens. */
export const messages = ofPolicies(catalogueOf('pt'));
