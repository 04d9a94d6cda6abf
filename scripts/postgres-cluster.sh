#!/bin/sh
# A private Postgres cluster with pgvector, for tests. Never touches the machine's own cluster.
#
#   scripts/postgres-cluster.sh start    start it, installing what is missing (Debian, as root); may be repeated
#   scripts/postgres-cluster.sh url      print its connection URL
#   scripts/postgres-cluster.sh stop     stop it; the data stay
#
# POSTGRES_CLUSTER_DIR   where it lives; default ${TMPDIR:-/tmp}/memory-gateway-postgres
# POSTGRES_CLUSTER_PORT  on 127.0.0.1; default 54329
# MEMORY_GATEWAY_NO_INSTALL=1   install nothing
#
# Exit codes: 2 wrong use, 3 Postgres or pgvector cannot be had here.
set -eu

dir=${POSTGRES_CLUSTER_DIR:-${TMPDIR:-/tmp}/memory-gateway-postgres}
port=${POSTGRES_CLUSTER_PORT:-54329}
data=$dir/data

missing() {
  echo "postgres-cluster: $1" >&2
  exit 3
}

# Folder of the newest installed server's programs, with pgvector when there is one that has it.
find_server() {
  fallback=
  for config in $(ls -d /usr/lib/postgresql/*/bin/pg_config 2>/dev/null | sort -t/ -k5 -rn) $(command -v pg_config || true); do
    bin=$("$config" --bindir)
    [ -x "$bin/initdb" ] || continue
    [ -n "$fallback" ] || fallback=$bin
    if [ -f "$("$config" --sharedir)/extension/vector.control" ]; then
      echo "$bin"
      return
    fi
  done
  echo "$fallback"
}

has_vector() {
  [ -n "$1" ] && [ -f "$("$1/pg_config" --sharedir)/extension/vector.control" ]
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

# The packages must not bring up a cluster of their own.
install_server() {
  apt-get update -q >&2
  apt_install postgresql-common
  mkdir -p /etc/postgresql-common/createcluster.d
  echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.d/memory-gateway.conf
  apt_install postgresql
}

install_vector() {
  version=$("$1/pg_config" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
  apt-get update -q >&2
  if apt_install "postgresql-$version-pgvector"; then return; fi
  build_vector "$version"
}

# Debian 12 does not package pgvector; the next release's source builds on it. Its mirror is taken from this machine's sources.
build_vector() {
  apt_install "postgresql-server-dev-$1" build-essential dpkg-dev
  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | grep -v security | grep 'debian' | head -n 1)
  [ -n "$mirror" ] || missing 'no Debian mirror in the apt sources, pgvector cannot be fetched'
  keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb-src [signed-by=$keyring] $mirror trixie main" >"$work/sources.list"
  (
    cd "$work"
    mkdir -p lists/partial
    set -- -o Dir::Etc::sourcelist="$work/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$work/lists" \
      -o APT::Sandbox::User=root
    apt-get "$@" update -q
    apt-get "$@" source -q --download-only pgvector
    mkdir source
    tar -xf pgvector_*.orig.tar.* -C source --strip-components=1
    # Not tuned to this machine's processor.
    make -C source OPTFLAGS= PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config"
    make -C source OPTFLAGS= PG_CONFIG="/usr/lib/postgresql/$version/bin/pg_config" install
  ) >&2
}

provide() {
  bin=$(find_server)
  if has_vector "$bin"; then return; fi
  [ "${MEMORY_GATEWAY_NO_INSTALL:-}" != 1 ] || missing 'Postgres with pgvector is not installed, and installing was not asked for'
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || missing 'needs Postgres with pgvector installed, or root on Debian to install them'
  if [ -z "$bin" ]; then
    install_server || missing 'Postgres could not be installed with apt'
    bin=$(find_server)
  fi
  if ! has_vector "$bin"; then
    install_vector "$bin" || missing 'pgvector could not be installed'
    bin=$(find_server)
  fi
  has_vector "$bin" || missing 'Postgres with pgvector is still missing after the installation'
}

# The server refuses to run as root.
as_owner() {
  if [ "$(id -u)" != 0 ]; then "$@"; else setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; fi
}

start() {
  provide
  mkdir -p "$dir"
  [ "$(id -u)" != 0 ] || chown postgres "$dir"
  chmod 700 "$dir"
  cd "$dir"
  if [ ! -f "$data/PG_VERSION" ]; then
    as_owner "$bin/initdb" -D "$data" -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync >"$dir.initdb.log" 2>&1 ||
      { cat "$dir.initdb.log" >&2; exit 1; }
    rm -f "$dir.initdb.log"
  fi
  if as_owner "$bin/pg_ctl" -D "$data" status >/dev/null; then return; fi
  # Not durable, which is fine for tests and several times faster.
  settings="-p $port -c listen_addresses=127.0.0.1 -k $dir -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=200 -c max_prepared_transactions=10"
  as_owner "$bin/pg_ctl" -D "$data" -l "$dir/server.log" -w -t 30 -o "$settings" start >/dev/null ||
    { tail -n 5 "$dir/server.log" >&2; exit 1; }
}

stop() {
  [ -f "$data/postmaster.pid" ] || return 0
  bin=$(find_server)
  cd "$dir"
  as_owner "$bin/pg_ctl" -D "$data" -m fast -w stop >/dev/null
}

case ${1:-} in
  start) start ;;
  stop) stop ;;
  url) echo "postgresql://postgres@127.0.0.1:$port/postgres" ;;
  *)
    echo "usage: $0 start|stop|url" >&2
    exit 2
    ;;
esac
