export const aboutTexts: readonly string[];
export const onBoth: readonly string[];
export const onlyOnPostgres: readonly string[];
