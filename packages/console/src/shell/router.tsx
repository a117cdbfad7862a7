import { createBrowserRouter, type RouteObject } from 'react-router';
import {
  logOut,
  redirectToStart,
  requireAdmin,
  requireNoSession,
  requireSession,
} from '../base/guards.ts';
import { loadPasswordLink } from '../base/password-link.ts';
import { PATTERNS } from '../base/paths.ts';
import { loadServiceFacts, loadServiceFactsLater } from '../base/service-facts.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { SignInLayout } from '../sign-in/sign-in-layout.tsx';
import { ErrorPage } from './error-page.tsx';
import { loadWhenReached } from './load-when-reached.ts';

type Component = NonNullable<RouteObject['Component']>;

/** The route of one screen: its code is loaded on navigation, and the export of that name is rendered. */
function screen<Name extends string>(
  path: string,
  load: () => Promise<Readonly<Record<Name, Component>>>,
  component: Name,
): RouteObject {
  return {
    path,
    lazy: { Component: async () => (await loadWhenReached(load, target))[component] },
  };
}

/** The address that a navigation under way leads to. */
function target(): string | undefined {
  const { location } = router.state.navigation;
  return location && router.createHref(location);
}

const beforeLogin: RouteObject[] = [
  // Part of the main bundle, because it is what most users see first.
  { path: PATTERNS.login, Component: LoginPage, loader: loadServiceFactsLater },
  {
    ...screen(
      PATTERNS.forgotPassword,
      () => import('../sign-in/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
    loader: loadServiceFacts,
  },
  {
    ...screen(PATTERNS.signUp, () => import('../sign-in/sign-up-page.tsx'), 'SignUpPage'),
    // Loaded before the first paint, because a text above the form depends on it.
    loader: loadServiceFacts,
  },
  {
    ...screen(
      PATTERNS.setPassword,
      () => import('../sign-in/set-password-page.tsx'),
      'SetPasswordPage',
    ),
    loader: ({ params: { requestId = '' } }) => loadPasswordLink(requestId),
  },
];

const protectedScreens: RouteObject[] = [
  screen(PATTERNS.dashboard, () => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
  screen(
    PATTERNS.changePassword,
    () => import('../sign-in/change-password-page.tsx'),
    'ChangePasswordPage',
  ),
  screen(PATTERNS.profile, () => import('../users/profile-page.tsx'), 'ProfilePage'),
  screen(PATTERNS.playground, () => import('../playground/playground-page.tsx'), 'PlaygroundPage'),
  screen(
    PATTERNS.auditLogs,
    () => import('../audit-logs/audit-log-page.tsx'),
    'GeneralAuditLogPage',
  ),
  screen(
    PATTERNS.applicationAuditLogs,
    () => import('../audit-logs/audit-log-page.tsx'),
    'ApplicationAuditLogPage',
  ),
  screen(PATTERNS.users, () => import('../users/user-list-page.tsx'), 'UserListPage'),
  screen(PATTERNS.user, () => import('../users/user-editor-page.tsx'), 'UserEditorPage'),
  screen(
    PATTERNS.accountKeys,
    () => import('../keys/account-key-list-page.tsx'),
    'AccountKeyListPage',
  ),
  screen(
    PATTERNS.newAccountKey,
    () => import('../keys/new-account-key-page.tsx'),
    'NewAccountKeyPage',
  ),
  screen(
    PATTERNS.newEnvironmentKey,
    () => import('../keys/environment-key-page.tsx'),
    'EnvironmentKeyPage',
  ),
  {
    ...screen(
      PATTERNS.newApplication,
      () => import('../applications/application-editor-page.tsx'),
      'NewApplicationPage',
    ),
    loader: requireAdmin,
  },
  screen(
    PATTERNS.application,
    () => import('../applications/application-editor-page.tsx'),
    'ApplicationEditorPage',
  ),
  screen(PATTERNS.settings, () => import('../applications/settings-page.tsx'), 'SettingsPage'),
  screen(
    PATTERNS.properties,
    () => import('../properties/property-list-page.tsx'),
    'PropertyListPage',
  ),
  screen(
    PATTERNS.property,
    () => import('../properties/property-editor-page.tsx'),
    'PropertyEditorPage',
  ),
  screen(
    PATTERNS.targetGroups,
    () => import('../target-groups/target-group-list-page.tsx'),
    'TargetGroupListPage',
  ),
  screen(
    PATTERNS.targetGroup,
    () => import('../target-groups/target-group-editor-page.tsx'),
    'TargetGroupEditorPage',
  ),
  screen(PATTERNS.metrics, () => import('../metrics/metric-list-page.tsx'), 'MetricListPage'),
  screen(PATTERNS.metric, () => import('../metrics/metric-editor-page.tsx'), 'MetricEditorPage'),
  screen(
    PATTERNS.experiments,
    () => import('../experiments/list/experiment-list-page.tsx'),
    'ExperimentListPage',
  ),
  screen(
    PATTERNS.experiment,
    () => import('../experiments/editor/experiment-editor-page.tsx'),
    'ExperimentEditorPage',
  ),
  screen(PATTERNS.results, () => import('../analyses/results/results-page.tsx'), 'ResultsPage'),
  screen(PATTERNS.planner, () => import('../analyses/planner/planner-page.tsx'), 'PlannerPage'),
  screen(PATTERNS.toggles, () => import('../toggles/list/toggle-list-page.tsx'), 'ToggleListPage'),
  screen(PATTERNS.newToggle, () => import('../toggles/new-toggle-page.tsx'), 'NewTogglePage'),
  screen(PATTERNS.toggle, () => import('../toggles/toggle-page.tsx'), 'TogglePage'),
  screen(PATTERNS.help, () => import('../help/help-index-page.tsx'), 'HelpIndexPage'),
  screen(PATTERNS.helpPage, () => import('../help/help-page.tsx'), 'HelpPage'),
  screen(PATTERNS.forbidden, () => import('./forbidden-page.tsx'), 'ForbiddenPage'),
  screen(PATTERNS.notFound, () => import('./not-found-page.tsx'), 'NotFoundPage'),
];

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
      {
        loader: requireSession,
        shouldRevalidate: () => true,
        lazy: {
          Component: async () =>
            (await loadWhenReached(() => import('./layout.tsx'), target)).Layout,
        },
        children: [{ ErrorBoundary: ErrorPage, children: protectedScreens }],
      },
      {
        lazy: {
          Component: async () => (await import('./unknown-path-layout.tsx')).UnknownPathLayout,
        },
        children: [screen('*', () => import('./unknown-path-page.tsx'), 'UnknownPathPage')],
      },
    ],
  },
]);
