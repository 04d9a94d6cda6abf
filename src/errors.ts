// Server code knows the errors by this name; packages import the package.
export * from '@memory-gateway/errors';
