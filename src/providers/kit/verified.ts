// Which lookups were verified against the live vendor with a real key, and when. Written by `npm run provider:verify`.

/** The day of the last time that the vendor's answer came to what the declaration says, by lookup id. */
export const VERIFIED: Readonly<Record<string, string>> = {}
