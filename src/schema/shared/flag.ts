/** Options of an argument or input field that is false unless the caller passes true. */
export const offByDefault = (description: string) => ({ required: true, defaultValue: false, description }) as const;

/** Options of an argument or input field that is true unless the caller passes false. */
export const onByDefault = (description: string) => ({ required: true, defaultValue: true, description }) as const;
