import type { FastifyRequest } from 'fastify';
import type { Visitor } from './session.queries.ts';

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});
