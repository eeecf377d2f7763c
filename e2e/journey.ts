// The set-up that browser journeys share: the product, what it calls, a visitor with a page, a picture when a step fails, and the end of all.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ADMIN, type Product, startProduct } from './product.ts'
import { signIn, type Visitor, visit } from './visitor.ts'

/** What the product calls on this machine instead of the world. */
export interface Peer {
  /** The settings with which the product finds and may reach it. */
  settings: Record<string, string>
  close(): Promise<void>
}

export interface Journey<P> {
  product: Product
  visitor: Visitor
  /** The page of the visitor. */
  page: Page
  peer: P
}

interface Options<P> {
  /** Opens what the product calls; closed after the product. */
  peer?: () => Promise<P>
  /** Settings of the product, besides those of the peer. */
  settings?: Record<string, string>
  device?: BrowserContextOptions
  /** Whether the visitor is signed in, at the list of workbooks. */
  signedIn?: boolean
  /** Makes data that is there before the visitor comes. */
  prepare?: (product: Product) => Promise<void>
}

/** Two peers as one: what each is and does, with the settings of both. */
export function joinPeers<A extends Peer, B extends Peer>(one: A, other: B): A & B {
  const settings = { ...one.settings, ...other.settings }
  for (const name of Object.keys(settings))
    settings[name] = [one.settings[name], other.settings[name]].filter((said) => said !== undefined).join(',')
  const close = async () => void (await Promise.all([one.close(), other.close()]))
  return { ...one, ...other, settings, close }
}

const NONE: Peer = { settings: {}, close: async () => {} }

/** Starts a journey before the tests of a file and ends it after them; `begin` keeps what was started, and makes data. */
export function startJourney<P extends Peer = Peer>(
  { peer: openPeer, settings, device, signedIn = true, prepare }: Options<P>,
  begin: (journey: Journey<P>) => void | Promise<void>,
): void {
  let peer: P | undefined
  let product: Product | undefined
  let visitor: Visitor | undefined
  beforeAll(async () => {
    // Without a way to open one the type has no more to it than a peer.
    const opened = openPeer ? await openPeer() : (NONE as P)
    peer = opened
    product = await startProduct({ ...settings, ...opened.settings })
    await prepare?.(product)
    visitor = await visit(product.url, device)
    if (signedIn) await signIn(visitor.page, product.url, ADMIN)
    await begin({ product, visitor, page: visitor.page, peer: opened })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.log(`the page at that moment: ${await visitor?.photograph()}`)
  })
  afterAll(async () => {
    await visitor?.leave()
    await product?.stop()
    await peer?.close()
  })
}
