# Scorekeeper with all its packages. docs/hosting.md explains how to start it. The base is Debian, because Scorekeeper is tested
# with Debian's Python. The server writes only to /data, so the root file system may be read-only.

FROM debian:bookworm-slim AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 python3-pip \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# All tools use the certificates of Debian. The DATABASE_URL only selects PostgreSQL's driver; the build opens no connection.
ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
    DATABASE_URL=postgres://nobody@nowhere/nothing
# The packages change seldom, so they have a layer of their own. Their hashes are verified.
COPY go.py package.json package-lock.json .npmrc ./
COPY locks locks
COPY tools tools
RUN python3 go.py install
COPY . .
RUN python3 go.py build \
    && python3 -m compileall -q games scorekeeper \
    && mkdir /packages && mv .venv /packages && rm -r .boot node_modules build/packed.json

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3 \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
    && useradd --uid 10001 --user-group --no-log-init --no-create-home --home-dir /data scorekeeper \
    && install --directory --owner=scorekeeper --group=scorekeeper --mode=700 /data
WORKDIR /app
COPY --from=build /packages ./
COPY --from=build /app ./
# The proxy of the host reaches a container from an address of its private network.
ENV PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATABASE_URL=sqlite:////data/scorekeeper.sqlite3 \
    LISTEN=0.0.0.0 \
    TRUSTED_PROXIES=127.0.0.1,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --start-period=20s --timeout=10s CMD ["python", "-m", "scorekeeper.health", "8000"]
CMD ["python", "-m", "scorekeeper.serve", "8000"]
