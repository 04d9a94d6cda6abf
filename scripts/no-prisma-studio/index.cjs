// Prisma's command line loads these modules at each start. It uses them for `prisma studio` and `prisma dev` alone, which
// this repository has no use for; they fail at their first call into this object.
module.exports = {};
