import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../sessions/index.ts';

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});
