import { createRootRoute, lazyRouteComponent, Navigate, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadScreen } from './load-screen.ts';

/** The parent of the screens of somebody who has not signed in. */
export const root = createRootRoute({ notFoundComponent: () => <Navigate to="/dashboard" replace /> });

/** Each screen is loaded when it is first opened. Without a connection it waits for one, and the former screen stays. */
export const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => loadScreen(load), name);
