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

type Component = NonNullable<RouteObject['Component']>;

/** One screen; its code is loaded when somebody goes there. */
function screen(path: string, load: () => Promise<Component>): RouteObject {
  return { path, lazy: { Component: load } };
}

const beforeLogin: RouteObject[] = [
  // Not loaded on its own: it is what most people see first.
  { path: PATTERNS.login, Component: LoginPage, loader: loadServiceFactsLater },
  {
    ...screen(
      PATTERNS.forgotPassword,
      async () => (await import('../sign-in/forgot-password-page.tsx')).ForgotPasswordPage,
    ),
    loader: loadServiceFacts,
  },
  {
    ...screen(
      PATTERNS.signUp,
      async () => (await import('../sign-in/sign-up-page.tsx')).SignUpPage,
    ),
    // Before the first paint, as what it says stands above the form.
    loader: loadServiceFacts,
  },
  {
    ...screen(
      PATTERNS.setPassword,
      async () => (await import('../sign-in/set-password-page.tsx')).SetPasswordPage,
    ),
    loader: ({ params: { requestId = '' } }) => loadPasswordLink(requestId),
  },
];

const protectedScreens: RouteObject[] = [
  screen(
    PATTERNS.dashboard,
    async () => (await import('../dashboard/dashboard-page.tsx')).DashboardPage,
  ),
  screen(
    PATTERNS.changePassword,
    async () => (await import('../sign-in/change-password-page.tsx')).ChangePasswordPage,
  ),
  screen(PATTERNS.profile, async () => (await import('../users/profile-page.tsx')).ProfilePage),
  screen(
    PATTERNS.playground,
    async () => (await import('../playground/playground-page.tsx')).PlaygroundPage,
  ),
  screen(
    PATTERNS.auditLogs,
    async () => (await import('../audit-logs/audit-log-page.tsx')).GeneralAuditLogPage,
  ),
  screen(
    PATTERNS.applicationAuditLogs,
    async () => (await import('../audit-logs/audit-log-page.tsx')).ApplicationAuditLogPage,
  ),
  screen(PATTERNS.users, async () => (await import('../users/user-list-page.tsx')).UserListPage),
  {
    ...screen(
      PATTERNS.user,
      async () => (await import('../users/user-editor-page.tsx')).UserEditorPage,
    ),
    loader: ({ params }) => (params.id === 'new' ? requireAdmin() : null),
  },
  screen(
    PATTERNS.accountKeys,
    async () => (await import('../keys/account-key-list-page.tsx')).AccountKeyListPage,
  ),
  {
    ...screen(
      PATTERNS.newAccountKey,
      async () => (await import('../keys/new-account-key-page.tsx')).NewAccountKeyPage,
    ),
    loader: requireAdmin,
  },
  screen(
    PATTERNS.newEnvironmentKey,
    async () => (await import('../keys/environment-key-page.tsx')).EnvironmentKeyPage,
  ),
  {
    ...screen(
      PATTERNS.newApplication,
      async () => (await import('../applications/application-editor-page.tsx')).NewApplicationPage,
    ),
    loader: requireAdmin,
  },
  screen(
    PATTERNS.application,
    async () => (await import('../applications/application-editor-page.tsx')).ApplicationEditorPage,
  ),
  screen(
    PATTERNS.settings,
    async () => (await import('../applications/settings-page.tsx')).SettingsPage,
  ),
  screen(
    PATTERNS.properties,
    async () => (await import('../properties/property-list-page.tsx')).PropertyListPage,
  ),
  screen(
    PATTERNS.property,
    async () => (await import('../properties/property-editor-page.tsx')).PropertyEditorPage,
  ),
  screen(
    PATTERNS.targetGroups,
    async () => (await import('../target-groups/target-group-list-page.tsx')).TargetGroupListPage,
  ),
  screen(
    PATTERNS.targetGroup,
    async () =>
      (await import('../target-groups/target-group-editor-page.tsx')).TargetGroupEditorPage,
  ),
  screen(
    PATTERNS.experiments,
    async () => (await import('../experiments/list/experiment-list-page.tsx')).ExperimentListPage,
  ),
  screen(
    PATTERNS.experiment,
    async () =>
      (await import('../experiments/editor/experiment-editor-page.tsx')).ExperimentEditorPage,
  ),
  screen(
    PATTERNS.toggles,
    async () => (await import('../toggles/toggle-list-page.tsx')).ToggleListPage,
  ),
  screen(
    PATTERNS.newToggle,
    async () => (await import('../toggles/new-toggle-page.tsx')).NewTogglePage,
  ),
  screen(PATTERNS.toggle, async () => (await import('../toggles/toggle-page.tsx')).TogglePage),
  screen(PATTERNS.forbidden, async () => (await import('./forbidden-page.tsx')).ForbiddenPage),
  screen(PATTERNS.notFound, async () => (await import('./not-found-page.tsx')).NotFoundPage),
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
        lazy: { Component: async () => (await import('./layout.tsx')).Layout },
        children: [{ ErrorBoundary: ErrorPage, children: protectedScreens }],
      },
      {
        lazy: {
          Component: async () => (await import('./unknown-path-layout.tsx')).UnknownPathLayout,
        },
        children: [
          screen('*', async () => (await import('./unknown-path-page.tsx')).UnknownPathPage),
        ],
      },
    ],
  },
]);
