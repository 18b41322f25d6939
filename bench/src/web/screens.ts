/** A page that is measured, and a selector of what is shown once it can be used. */
export interface Screen {
  name: string;
  path: string;
  ready: string;
  isSignedIn: boolean;
}

/** The page of a link that nobody knows: a page of the same server with a style sheet, and no application in it. */
export const BARE_PAGE: Screen = {
  name: 'bare page',
  path: '/feedback/unknown-link',
  ready: 'h1',
  isSignedIn: false,
};

export const SCREENS: readonly Screen[] = [
  { name: 'sign-in', path: '/login', ready: 'input[type=email]', isSignedIn: false },
  { name: 'dashboard', path: '/dashboard', ready: '#content section', isSignedIn: true },
  { name: 'messages', path: '/messages/index', ready: '#content tbody tr td a', isSignedIn: true },
  { name: 'deliveries', path: '/deliveries/index', ready: '#content h2, #content tbody tr td a', isSignedIn: true },
];
