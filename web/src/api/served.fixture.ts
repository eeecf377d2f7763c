// Answers the calls of a page under test as the server would, for a signed-in user.
import { vi } from 'vitest'

/** To be called before what makes the calls is imported: it reads at once who is signed in. */
export function serve(answer: (request: Request) => unknown): void {
  const tokens = { access: 'of.this.person', refresh: '', username: 'Ann', expires: Number.MAX_SAFE_INTEGER }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(tokens) })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('fetch', async (request: Request) => Response.json(await answer(request)))
}
