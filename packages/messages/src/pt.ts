import { catalogueOf } from './catalogue.ts';

/** The one language that a browser loads: the console's build compiles it and leaves out the other. */
export const messages = catalogueOf('pt');
