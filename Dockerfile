# An image with one binary and nothing else: no shell, no package manager, no root.
#   docker build -t maitred .
#   docker run -p 127.0.0.1:8484:8484 -v maitred-data:/data --read-only maitred
# With a TLS proxy: docs/examples/compose.yaml. Base images are named by digest, because a tag can
# later name another image. docs/operations.md shows how to build on newer ones.
ARG BUILD_IMAGE=node:22-bookworm-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json bun.lock ./
# Installs from the lock file with checksums; fails if package.json does not match it.
RUN npx --yes bun@1.4.5 install --frozen-lockfile
COPY tsconfig.json bunfig.toml ./
COPY migrations migrations
COPY src src
RUN npm run build && mkdir -p out/data && cp dist/maitred out/maitred

# cc, not base, because the runtime's native modules need libgcc_s and libstdc++.
FROM ${RUNTIME_IMAGE}
COPY --from=build /build/out/maitred /maitred
COPY --from=build --chown=65532:65532 /build/out/data /data
# Large sorts of the database need temporary files, and only /data is writable.
ENV MAITRED_DATA=/data MAITRED_HOST=0.0.0.0 MAITRED_PORT=8484 SQLITE_TMPDIR=/data
VOLUME /data
EXPOSE 8484
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/maitred", "healthcheck"]
ENTRYPOINT ["/maitred"]
CMD ["serve"]
