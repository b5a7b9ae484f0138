# One binary in an image that holds nothing else: no shell, no package manager, no root.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
# install, not ci: the lock file was written where not every platform's packages can be seen.
RUN npm install
COPY tsconfig.json bunfig.toml ./
COPY migrations migrations
COPY src src
RUN npm run build && mkdir -p /out/data && cp dist/maitred /out/maitred

# cc, not base: it has libgcc_s and libstdc++, which native modules of the runtime link to.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/maitred /maitred
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV MAITRED_DATA=/data MAITRED_HOST=0.0.0.0 MAITRED_PORT=8484
VOLUME /data
EXPOSE 8484
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/maitred", "healthcheck"]
ENTRYPOINT ["/maitred"]
CMD ["serve"]
