// How the lists of the start page look.

/** A line of a list of the start page that leads somewhere. */
export const LIST_LINE = 'flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-hover'
/** The frame around such lines. */
export const LIST_FRAME = 'divide-y overflow-hidden rounded-md border'
