import { createRoute, redirect } from '@tanstack/react-router';
import { getSession, wasSignedOut } from '../../api/session.ts';
import { askOtherTabs } from '../../api/share-session.ts';
import { page, root } from '../../ui/domain/root-route.tsx';
import { firstScreen } from './sign-in/first-screen.ts';
import { LoginPage } from './sign-in/login-page.tsx';
import { RealLoginPage } from './sign-in/real-login-page.tsx';

/** Where to go on after signing in; `signed_on`: back from the identity provider. */
export interface SignInSearch {
  redirect?: string;
  signed_on?: '1';
}

const signInSearch = (search: Record<string, unknown>): SignInSearch => ({
  ...(typeof search['redirect'] === 'string' ? { redirect: search['redirect'] } : {}),
  ...(search['signed_on'] === '1' ? { signed_on: '1' } : {}),
});

/**
 * Signs the tab in with the session of another tab. Not where the person has just signed out of it, or comes back from the
 * identity provider with a session of their own.
 */
async function followOtherTab({ search }: { search: SignInSearch }): Promise<void> {
  if (getSession() || wasSignedOut() || search.signed_on || !(await askOtherTabs())) return;
  const landing = getSession()?.application_user.landing_page ?? null;
  redirect({ href: firstScreen(search.redirect, landing), replace: true, throw: true });
}

/** Before somebody has signed in. */
export const openRoutes = [
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: signInSearch,
    beforeLoad: followOtherTab,
    component: LoginPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/real-login',
    validateSearch: signInSearch,
    beforeLoad: followOtherTab,
    component: RealLoginPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/signed-on',
    component: page(() => import('./proof/signed-on-page.tsx'), 'SignedOnPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    component: page(() => import('./sign-in/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/forgot-password',
    component: page(() => import('./password/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-password/$reset_token',
    component: page(() => import('./password/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/confirm-registration/$registration_token',
    component: page(() => import('./password/confirm-registration-page.tsx'), 'ConfirmRegistrationPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/accept-invitation/$invitation_token',
    component: page(() => import('./password/accept-invitation-page.tsx'), 'AcceptInvitationPage'),
  }),
] as const;
