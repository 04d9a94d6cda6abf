export { importFormats as foreignFormats } from '@memory-gateway/importers/formats';
