// Security headers: a strict policy for data, a workable one for our own pages; nothing is loaded from elsewhere.

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

/** For JSON and files: a browser that is tricked into showing one runs nothing. */
export const DATA_HEADERS = {
  ...ALWAYS,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'cache-control': 'no-store',
}

/** For the web app and the documentation pages. Inline styles are needed by the grid and by both documentation readers. */
export const PAGE_HEADERS = {
  ...ALWAYS,
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
}
