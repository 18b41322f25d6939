# The same Node for building and running; everything else comes from package-lock.json.
FROM node:24-bookworm-slim AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/hl7/package.json packages/hl7/
COPY packages/contract/package.json packages/contract/
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY bench/package.json bench/
COPY e2e/package.json e2e/

FROM sources AS build
RUN npm ci
COPY . .
RUN npm run build

# What the server needs to run, and nothing of what it was built with.
FROM sources AS dependencies
RUN npm ci --omit=dev --workspace=@wardvoice/server

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 MLLP_HOST=0.0.0.0 DATA_DIR=/data
COPY --from=dependencies /app ./
COPY --from=build /app/packages/hl7/dist packages/hl7/dist
COPY --from=build /app/packages/contract/dist packages/contract/dist
COPY --from=build /app/apps/server/dist apps/server/dist
COPY --from=build /app/apps/web/dist apps/web/dist
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3000 2575
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT || 3000}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
# Without DATABASE_URL a PostgreSQL is started inside /data.
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
