import { catalogueOf } from './catalogue.ts';
import { ofUses } from './parts-of-catalogue.ts';

/** The texts of what programs ask for, loaded together with what shows it. */
export const messages = ofUses(catalogueOf('pt'));
