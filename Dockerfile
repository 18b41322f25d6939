# The same Node for building and running; everything else comes from package-lock.json.
FROM node:24-bookworm-slim AS sources
WORKDIR /sources
COPY package.json package-lock.json .npmrc ./
COPY packages/hl7/package.json packages/hl7/
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

# `npm run package` makes what is installed on a machine without containers, too: what the server runs with, no compiler, no tests.
FROM sources AS build
RUN npm ci
COPY . .
RUN npm run package -- --folder /package

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 MLLP_HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /package ./
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000 2575
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "const { METRICS_PORT, PORT, TLS_CERT } = process.env; const isTls = TLS_CERT && !METRICS_PORT; process.getBuiltinModule(isTls ? 'https' : 'http').get({ port: METRICS_PORT || PORT || 3000, path: '/healthz', rejectUnauthorized: false }, (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# Where the image comes from. How to build one with attestations: docs/operations.md, "The image".
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Wardvoice" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.base.name="docker.io/library/node:24-bookworm-slim"
# Without DATABASE_URL a PostgreSQL is started inside /data.
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
