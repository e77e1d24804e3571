# The one image of every part: `api`, `worker QUEUE`, `clock`. k8s/README.md and compose.yaml run it.
# To pin the base: --build-arg BASE=debian:13-slim@sha256:...
ARG BASE=debian:13-slim

FROM ${BASE} AS build
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates gcc libc6-dev python3 python3-dev python3-venv
WORKDIR /src
COPY requirements.txt requirements-otel.txt requirements-build.txt requirements-compile.txt ./
RUN python3 -m venv /opt/build && /opt/build/bin/python -m pip install --no-cache-dir --require-hashes -r requirements-build.txt -r requirements-compile.txt
# With traces: --build-arg LOCK=requirements-otel.txt
ARG LOCK=requirements.txt
RUN python3 -m venv /opt/kierki && /opt/kierki/bin/python -m pip install --no-cache-dir --require-hashes -r ${LOCK:-requirements.txt}
COPY clients clients
COPY schema schema
RUN /opt/build/bin/python clients/build.py && test -f clients/dist/.built
COPY pyproject.toml hatch_build.py compile_playout.py README.md LICENSE ./
COPY docs/rules.md docs/rules.md
COPY engine engine
COPY service service
COPY workers workers
# The playout core as machine code: the same choices in an eighth of the time (docs/bots.md).
RUN KIERKI_COMPILE=1 /opt/build/bin/python -m hatchling build --target wheel --directory /opt/wheel
RUN /opt/kierki/bin/python -m pip install --no-cache-dir --no-deps /opt/wheel/kierki-*.whl && /opt/kierki/bin/python -m pip uninstall --yes pip

FROM ${BASE}
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates python3 && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 kierki && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin kierki
COPY --from=build /opt/kierki /opt/kierki
ENV PATH=/opt/kierki/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PYTHONDONTWRITEBYTECODE=1 KIERKI_ENV=production KIERKI_HOST=0.0.0.0
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s --retries=2 CMD ["kierki", "probe"]
ENTRYPOINT ["kierki"]
CMD ["api"]
