/** Language of the texts, and of numbers and dates in them. */
export const locale = 'en';
