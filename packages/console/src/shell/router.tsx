import { createBrowserRouter, type RouteObject } from 'react-router';
import {
  logOut,
  redirectToStart,
  requireAdmin,
  requireNoSession,
  requireSession,
} from '../base/guards.ts';
import { loadTextsAfterLogin } from '../base/language.tsx';
import { loadPasswordLink } from '../base/password-link.ts';
import { PATTERNS, type Screen } from '../base/paths.ts';
import { loadServiceFacts, loadServiceFactsLater } from '../base/service-facts.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { loadWhenReached } from './load-when-reached.ts';

type Component = NonNullable<RouteObject['Component']>;

type Route = Omit<RouteObject, 'path' | 'index' | 'children'>;
type BeforeLogin = 'login' | 'forgotPassword' | 'signUp' | 'setPassword' | 'signOn';
/** A page where somebody who is logged in may come back to, and others log in. */
type Either = 'signOnLanding';

/** The page of a screen: its code is loaded on navigation, and the export of that name is rendered. */
function page<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Component>>>,
  component: Name,
): Route {
  return { lazy: { Component: async () => (await loadWhenReached(load, target))[component] } };
}

/** The frame of screens after login, with the texts that the screens before it do without. */
async function frame<Code>(load: () => Promise<Code>): Promise<Code> {
  const both = () => Promise.all([load(), loadTextsAfterLogin()]);
  return (await loadWhenReached(both, target))[0];
}

function routesOf(pages: Readonly<Partial<Record<Screen, Route>>>): RouteObject[] {
  return Object.entries(pages).map(([screen, route]) => ({
    path: PATTERNS[screen as Screen], // Object.entries knows keys only as text.
    ...route,
  }));
}

/** The address that a navigation under way leads to. */
export function target(): string | undefined {
  const { location } = router.state.navigation;
  return location && router.createHref(location);
}

const beforeLogin = routesOf({
  // Part of the main bundle, because it is what most users see first.
  // Its facts are not asked for again when a login revalidates the routes, and leads away from it.
  login: {
    Component: LoginPage,
    loader: loadServiceFactsLater,
    shouldRevalidate: () => false,
  },
  forgotPassword: {
    ...page(() => import('../sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    loader: loadServiceFacts,
  },
  // Loaded before the first paint, because a text above the form depends on it.
  signUp: {
    ...page(() => import('../sign-in/sign-up-page.tsx'), 'SignUpPage'),
    loader: loadServiceFacts,
  },
  setPassword: {
    ...page(() => import('../sign-in/set-password-page.tsx'), 'SetPasswordPage'),
    loader: ({ params: { requestId = '' } }) => loadPasswordLink(requestId),
  },
  signOn: page(() => import('../sign-in/sign-on/start-page.tsx'), 'SignOnStartPage'),
});

const eitherWay = routesOf({
  signOnLanding: page(() => import('../sign-in/sign-on/landing-page.tsx'), 'SignOnLandingPage'),
});

const afterLogin = routesOf({
  dashboard: page(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
  overview: page(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
  changePassword: page(() => import('../sign-in/change-password-page.tsx'), 'ChangePasswordPage'),
  profile: page(() => import('../users/profile-page.tsx'), 'ProfilePage'),
  device: page(() => import('../sign-in/device-page.tsx'), 'DevicePage'),
  playground: page(() => import('../playground/playground-page.tsx'), 'PlaygroundPage'),
  auditLogs: page(() => import('../audit-logs/audit-log-page.tsx'), 'GeneralAuditLogPage'),
  changeRequests: page(
    () => import('../change-requests/change-request-list-page.tsx'),
    'ChangeRequestListPage',
  ),
  changeRequest: page(
    () => import('../change-requests/page/change-request-page.tsx'),
    'ChangeRequestPage',
  ),
  applicationAuditLogs: page(
    () => import('../audit-logs/audit-log-page.tsx'),
    'ApplicationAuditLogPage',
  ),
  compare: page(() => import('../compare/compare-page.tsx'), 'ComparePage'),
  deletedItems: page(() => import('../deleted-items/deleted-items-page.tsx'), 'DeletedItemsPage'),
  users: page(() => import('../users/user-list-page.tsx'), 'UserListPage'),
  user: page(() => import('../users/user-editor-page.tsx'), 'UserEditorPage'),
  accountKeys: page(() => import('../keys/account-key-list-page.tsx'), 'AccountKeyListPage'),
  newAccountKey: page(() => import('../keys/new-account-key-page.tsx'), 'NewAccountKeyPage'),
  newEnvironmentKey: page(() => import('../keys/environment-key-page.tsx'), 'EnvironmentKeyPage'),
  providers: {
    ...page(
      () => import('../sign-in-settings/providers/provider-list-page.tsx'),
      'ProviderListPage',
    ),
    loader: requireAdmin,
  },
  provider: {
    ...page(
      () => import('../sign-in-settings/providers/provider-editor-page.tsx'),
      'ProviderEditorPage',
    ),
    loader: requireAdmin,
  },
  signIns: {
    ...page(() => import('../sign-in-settings/sign-ins-page.tsx'), 'SignInsPage'),
    loader: requireAdmin,
  },
  tokens: {
    ...page(() => import('../sign-in-settings/tokens-page.tsx'), 'TokensPage'),
    loader: requireAdmin,
  },
  signInPolicy: {
    ...page(() => import('../sign-in-settings/policy-page.tsx'), 'SignInPolicyPage'),
    loader: requireAdmin,
  },
  newApplication: {
    ...page(() => import('../applications/application-editor-page.tsx'), 'NewApplicationPage'),
    loader: requireAdmin,
  },
  application: page(
    () => import('../applications/application-editor-page.tsx'),
    'ApplicationEditorPage',
  ),
  settings: page(() => import('../applications/settings-page.tsx'), 'SettingsPage'),
  properties: page(() => import('../properties/property-list-page.tsx'), 'PropertyListPage'),
  property: page(() => import('../properties/property-editor-page.tsx'), 'PropertyEditorPage'),
  targetGroups: page(
    () => import('../target-groups/target-group-list-page.tsx'),
    'TargetGroupListPage',
  ),
  targetGroup: page(
    () => import('../target-groups/target-group-editor-page.tsx'),
    'TargetGroupEditorPage',
  ),
  idLists: page(() => import('../id-lists/id-list-list-page.tsx'), 'IdListListPage'),
  idList: page(() => import('../id-lists/id-list-editor-page.tsx'), 'IdListEditorPage'),
  analyses: page(() => import('../analyses/list/analysis-list-page.tsx'), 'AnalysisListPage'),
  analysis: page(() => import('../analyses/results/analysis-page.tsx'), 'AnalysisPage'),
  metrics: page(() => import('../metrics/metric-list-page.tsx'), 'MetricListPage'),
  metric: page(() => import('../metrics/metric-editor-page.tsx'), 'MetricEditorPage'),
  experiments: page(
    () => import('../experiments/list/experiment-list-page.tsx'),
    'ExperimentListPage',
  ),
  experiment: page(
    () => import('../experiments/editor/experiment-editor-page.tsx'),
    'ExperimentEditorPage',
  ),
  results: page(() => import('../analyses/results/results-page.tsx'), 'ResultsPage'),
  planner: page(() => import('../analyses/planner/planner-page.tsx'), 'PlannerPage'),
  toggles: page(() => import('../toggles/list/toggle-list-page.tsx'), 'ToggleListPage'),
  newToggle: page(() => import('../toggles/new-toggle-page.tsx'), 'NewTogglePage'),
  toggle: page(() => import('../toggles/toggle-page.tsx'), 'TogglePage'),
  help: page(() => import('../help/help-index-page.tsx'), 'HelpIndexPage'),
  helpPage: page(() => import('../help/help-page.tsx'), 'HelpPage'),
  forbidden: page(() => import('./forbidden-page.tsx'), 'ForbiddenPage'),
  notFound: page(() => import('./not-found-page.tsx'), 'NotFoundPage'),
} satisfies Readonly<Record<Exclude<Screen, 'logout' | BeforeLogin | Either>, Route>>);

/** Every route of the console. */
export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: redirectToStart },
      { path: PATTERNS.logout, loader: logOut },
      {
        loader: requireNoSession,
        shouldRevalidate: () => true,
        Component: SignInLayout,
        children: beforeLogin,
      },
      { Component: SignInLayout, children: eitherWay },
      {
        loader: requireSession,
        shouldRevalidate: () => true,
        lazy: {
          Component: async () => (await frame(() => import('./layout.tsx'))).Layout,
        },
        children: [{ ErrorBoundary: ErrorPage, children: afterLogin }],
      },
      {
        lazy: {
          Component: async () =>
            (await frame(() => import('./unknown-path-layout.tsx'))).UnknownPathLayout,
        },
        children: [
          { path: '*', ...page(() => import('./unknown-path-page.tsx'), 'UnknownPathPage') },
        ],
      },
    ],
  },
]);
