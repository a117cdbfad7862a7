import { catalogueOf } from './catalogue.ts';
import { everywhereOf } from './parts-of-catalogue.ts';

/** The only language that a browser loads. The console's build compiles it and leaves out the other. */
export const messages = everywhereOf(catalogueOf('en'));
