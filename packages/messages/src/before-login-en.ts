import { catalogueOf } from './catalogue.ts';
import { beforeLoginOf } from './parts-of-catalogue.ts';

/** The texts that a browser loads while nobody is logged in. */
export const messages = beforeLoginOf(catalogueOf('en'));
