import { createBrowserHistory } from '@tanstack/react-router';

/** The one history of the page, for the screens before the sign-in and for those after it. */
export const history = createBrowserHistory();
