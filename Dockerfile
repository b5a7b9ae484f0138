# One binary in an image that holds nothing else: no shell, no package manager, no root.
#   docker build -t maitred .
#   docker run -p 127.0.0.1:8484:8484 -v maitred-data:/data --read-only maitred
# With a proxy that brings TLS: docs/examples/compose.yaml.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# install, not ci: the lock file was written where not every platform's packages can be seen. What
# ends up in the binary is pinned in it by checksum for every platform; a test sees to that.
RUN npm install --no-save --no-audit --no-fund
COPY tsconfig.json bunfig.toml ./
COPY migrations migrations
COPY src src
RUN npm run build && mkdir -p out/data && cp dist/maitred out/maitred

# cc, not base: it has libgcc_s and libstdc++, which native modules of the runtime link to.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /build/out/maitred /maitred
COPY --from=build --chown=65532:65532 /build/out/data /data
# Large sorts of the database go through files; nothing else here can be written to.
ENV MAITRED_DATA=/data MAITRED_HOST=0.0.0.0 MAITRED_PORT=8484 SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8484
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/maitred", "healthcheck"]
ENTRYPOINT ["/maitred"]
CMD ["serve"]
