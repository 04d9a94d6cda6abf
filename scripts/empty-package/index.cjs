// Empty on purpose. Prisma's command line loads this module at each start; `prisma studio` and `prisma dev`, which this
// repository has no use for, fail when they use it.
