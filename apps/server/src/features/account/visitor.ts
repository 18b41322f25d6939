import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Visitor } from '../sessions/index.ts';
import { readDevices, type DeviceEntry } from './device-cookie.ts';

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** Somebody who signs in with a password. */
export interface DeviceVisitor extends Visitor {
  /** Who has signed in with this browser before. */
  devices: readonly DeviceEntry[];
}

export const deviceVisitorOf = (ctx: Context, request: FastifyRequest): DeviceVisitor => ({
  ...visitorOf(request),
  devices: readDevices(ctx, request),
});
