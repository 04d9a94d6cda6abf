import { ForbiddenError } from '@memory-gateway/errors';

// Server code knows the errors by this name; packages import the package.
export * from '@memory-gateway/errors';

/** For `catch`: null in place of an error of one of these classes. Throws every other error again. */
export function nullFor(...classes: readonly (abstract new (...args: never) => Error)[]): (error: unknown) => null {
  return (error) => {
    if (classes.some((each) => error instanceof each)) return null;
    throw error;
  };
}

/** Whether a check of a permission passes. False for a ForbiddenError; throws every other error again. */
export async function isAllowed(check: Promise<unknown>): Promise<boolean> {
  return (await check.then(() => true).catch(nullFor(ForbiddenError))) ?? false;
}
