# One binary in an image that holds nothing else: no shell, no package manager, no root.
#   docker build -t maitred .
#   docker run -p 127.0.0.1:8484:8484 -v maitred-data:/data --read-only maitred
# With a proxy that brings TLS: docs/examples/compose.yaml. Images are named by digest, so that they
# cannot change under their tags; docs/operations.md shows how to build on newer ones.
ARG BUILD_IMAGE=node:22-bookworm-slim@sha256:83f487e0a63425e5b4d146fb5e5be574bcbe1b7b843d3ebafdd95eaf7767a7e5
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f
FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY package.json bun.lock ./
# By the lock file alone, each package by its checksum; it fails where the two do not fit.
RUN npx --yes bun@1.4.5 install --frozen-lockfile
COPY tsconfig.json bunfig.toml ./
COPY migrations migrations
COPY src src
RUN npm run build && mkdir -p out/data && cp dist/maitred out/maitred

# cc, not base: it has libgcc_s and libstdc++, which native modules of the runtime link to.
FROM ${RUNTIME_IMAGE}
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
