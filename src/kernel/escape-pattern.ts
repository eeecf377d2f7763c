// Text from outside as a part of a regular expression.

/** Matches the text and nothing else, with and without the flag `u`. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
