// The pages a recipient sees: one that asks, one that says it is done, one for a link that is not ours.

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;color:#1a2226;background:#f6f7f8;margin:0;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border:1px solid #d5dade;border-radius:10px;padding:32px;max-width:420px;margin:16px}h1{font-size:20px;margin:0 0 8px}
p{margin:0 0 20px}button{font:inherit;font-weight:600;color:#fff;background:#0b6b5d;border:0;border-radius:6px;padding:10px 18px;cursor:pointer}
@media (prefers-color-scheme:dark){body{background:#14181a;color:#e8ecee}main{background:#1c2225;border-color:#343c40}}</style></head>
<body><main>${body}</main></body></html>`

/** The token is base64url, so it needs no escaping. */
export function confirmPage(token: string, isDone: boolean): string {
  if (isDone) return donePage()
  return page(
    'Unsubscribe',
    `<h1>Unsubscribe</h1><p>You will get no more messages from this sender.</p>
<form method="post" action="/api/outreach/unsubscribe?token=${encodeURIComponent(token)}">
<input type="hidden" name="List-Unsubscribe" value="One-Click"><button type="submit">Unsubscribe</button></form>`,
  )
}

export const donePage = () =>
  page('Unsubscribed', '<h1>You are unsubscribed</h1><p>You will get no more messages from this sender.</p>')

export const invalidPage = () =>
  page(
    'Link not valid',
    '<h1>This link is not valid</h1><p>Perhaps it was cut off. Copy the whole link from the message, or reply to the message with the word "unsubscribe".</p>',
  )
