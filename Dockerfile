# The server with its embedded database, its search model and its migrations in one image. Nothing is fetched when it runs.
#
#   docker build -t memory-gateway .
#   docker run --read-only --tmpfs /tmp -v memory-gateway:/data -p 127.0.0.1:8888:8888 -e JWT_SECRET="$(openssl rand -base64 32)" memory-gateway

FROM node:24-slim AS build
WORKDIR /app
# No install script is needed: native packages bring their binaries, and the build is the step below.
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/package.json
COPY packages packages
RUN npm ci --ignore-scripts
COPY . .
# The image holds what npm users install: the tarball, which carries its dependencies.
RUN node scripts/pack.mjs /packed && mkdir /installed && tar -xzf /packed/memory-gateway-server-*.tgz -C /installed --strip-components=1
# The library for processors alone, 25 to 46 MB: embeddings take a third of the time or less.
RUN node scripts/native-runtime/install.mjs /installed/node_modules

FROM node:24-slim
ENV NODE_ENV=production \
    API_HOST=0.0.0.0 \
    DATA_DIR=/data
# A new volume takes over the owner of this folder.
RUN mkdir /data && chown node:node /data
WORKDIR /app
# Owned by root: the server cannot change its own code.
COPY --from=build /installed ./
USER node
VOLUME /data
EXPOSE 8888 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.API_PORT || 8888}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["serve"]
