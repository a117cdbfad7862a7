import { fillPath, type PathArguments } from '../api/fill-path.ts';

/** The address of every screen; an `id` of `new` means create. router.tsx maps addresses to screens. */
export const PATTERNS = {
  login: '/login',
  forgotPassword: '/forgot-password',
  signUp: '/signup',
  setPassword: '/password/:requestId',
  logout: '/logout',
  signOn: '/sso/:slug',
  signOnLanding: '/sso',
  forbidden: '/forbidden',
  notFound: '/not-found',
  dashboard: '/dashboard',
  overview: '/overview',
  changePassword: '/change-password',
  profile: '/profile',
  device: '/device',
  users: '/users',
  user: '/users/:id',
  auditLogs: '/audit-logs',
  accountKeys: '/account/keys',
  providers: '/account/sign-in',
  provider: '/account/sign-in/providers/:id',
  signInPolicy: '/account/sign-in/policy',
  signIns: '/account/sign-in/sign-ins',
  tokens: '/account/sign-in/tokens',
  newAccountKey: '/account/keys/new',
  newApplication: '/applications/new',
  application: '/applications/:appId',
  settings: '/applications/:appId/config',
  newEnvironmentKey: '/applications/:appId/env/:envId/reset',
  properties: '/applications/:appId/properties',
  property: '/applications/:appId/properties/:id',
  targetGroups: '/applications/:appId/target-groups',
  targetGroup: '/applications/:appId/target-groups/:id',
  idLists: '/applications/:appId/id-lists',
  idList: '/applications/:appId/id-lists/:id',
  analyses: '/applications/:appId/analyses',
  analysis: '/applications/:appId/analyses/:id',
  metrics: '/applications/:appId/metrics',
  metric: '/applications/:appId/metrics/:id',
  toggles: '/applications/:appId/toggles',
  newToggle: '/applications/:appId/toggles/new',
  toggle: '/applications/:appId/toggles/:toggleId',
  experiments: '/applications/:appId/environments/:envId/experiments',
  experiment: '/applications/:appId/environments/:envId/experiments/:id',
  results: '/applications/:appId/environments/:envId/experiments/:id/results',
  planner: '/applications/:appId/environments/:envId/experiments/:id/results/plan',
  playground: '/applications/:appId/environments/:envId/playground',
  changeRequests: '/applications/:appId/change-requests',
  changeRequest: '/applications/:appId/change-requests/:id',
  deletedItems: '/applications/:appId/deleted',
  compare: '/applications/:appId/compare',
  applicationAuditLogs: '/applications/:appId/audit-logs',
  help: '/help',
  helpPage: '/help/:page',
} as const;

export type Screen = keyof typeof PATTERNS;

/** `pathTo('property', { appId, id: 'new' })` */
export function pathTo<Name extends Screen>(
  screen: Name,
  ...[params]: PathArguments<(typeof PATTERNS)[Name]>
): string {
  return fillPath(PATTERNS[screen], params);
}
