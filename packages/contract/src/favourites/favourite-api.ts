import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { documented, id } from '../shapes.ts';

/** What a person can mark with a star. */
export const FAVOURITE_TYPES = ['application', 'toggle'] as const;
export type FavouriteType = (typeof FAVOURITE_TYPES)[number];
/** Per person. */
export const MAX_FAVOURITES = 200;

const LIST = '/api/users/me/favourites';
const ONE = `${LIST}/:type/:id` as const;

export const favouriteSchema = documented(
  z.object({ type: z.enum(FAVOURITE_TYPES), id, appId: id }),
  {
    id: 'Favourite',
    description: 'An application or toggle that a user marked. Nobody else sees it.',
  },
);
export type Favourite = z.infer<typeof favouriteSchema>;

export const listFavourites = endpoint({
  method: 'GET',
  path: LIST,
  summary: "List the caller's favourites, oldest first",
  access: 'user',
  programs: 'refused',
  result: z.array(favouriteSchema),
});

export const addFavourite = endpoint({
  method: 'PUT',
  path: ONE,
  summary: 'Make an application or a toggle a favourite',
  access: 'user',
  programs: 'refused',
  status: 204,
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: ONE,
  summary: 'Remove an application or a toggle from the favourites',
  access: 'user',
  programs: 'refused',
  status: 204,
});
