import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/route.ts';

export function feedbackRoutes(_routes: Routes, _house: Context): void {}
