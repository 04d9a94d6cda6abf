#!/bin/sh
# Stands in for the native schema engine of the `prisma` command line. Must fail: a stand-in that exits 0 would make
# `prisma migrate deploy` look successful without doing anything.
cat >&2 <<'HINT'
This project does not use the native schema engine.
  apply migrations:  they are applied when the server starts
  new migration:     node scripts/schema-diff.mjs OLD.prisma prisma/schema.prisma   prints its SQL
HINT
exit 1
