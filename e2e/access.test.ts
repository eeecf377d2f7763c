// Every way to log in, in a real browser: a second factor, a passkey of a virtual authenticator, single sign-on, and consent for a program.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { codeAt } from '../src/identity/second-factors/one-time-passwords.logic.ts'
import { CLIENT, startIdp, type TestIdp } from '../src/identity/sso/idp.fixture.ts'
import { ADMIN, type Product, startProduct } from './product.ts'
import { barriers, signIn, type Visitor, visit } from './visitor.ts'

let product: Product
let idp: TestIdp
let home: string
let visitor: Visitor
beforeAll(async () => {
  product = await startProduct({ EGRESS_ALLOW: '127.0.0.0/8' })
  // Passkeys are bound to a name, and a number is none.
  home = product.url.replace('127.0.0.1', 'localhost')
  idp = await startIdp()
  visitor = await visit(home)
  await signIn(visitor.page, home, ADMIN)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.log(`the page at that moment: ${await visitor.photograph()}`)
})
afterAll(async () => {
  await visitor?.leave()
  await idp?.close()
  await product?.stop()
})

const settings = async (name: string) => {
  await visitor.page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await visitor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
  await visitor.page.getByRole('heading', { name, level: 1 }).waitFor()
}

const leave = async () => {
  await visitor.page.evaluate(`localStorage.removeItem('millrace.session')`)
  await visitor.page.goto(`${home}/login`)
  await visitor.page.getByLabel('Username').waitFor()
}

const arrived = () => visitor.page.getByRole('heading', { name: 'Recent workbooks' }).waitFor()

const password = async () => {
  await visitor.page.getByLabel('Username').fill(ADMIN.username)
  await visitor.page.getByLabel('Password').fill(ADMIN.password)
  await visitor.page.getByRole('button', { name: 'Sign in' }).click()
}

// Each step stands on the one before it.
describe.sequential('an owner who sets up access', () => {
  let secret = ''
  let codes: string[] = []

  test('sets up an app by its QR code, and keeps the recovery codes', async () => {
    const { page } = visitor
    await settings('Profile')
    await page.getByRole('button', { name: 'Set up an app' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    secret = await dialog.getByLabel('Or type this secret').inputValue()
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() / 1000))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog', { name: 'Keep your recovery codes' }).waitFor()
    codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('10 recovery codes left').waitFor()
  })

  test('is asked for a code after the password, and gets in by a recovery code', async () => {
    const { page } = visitor
    await leave()
    await password()
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await arrived()
  })

  test('adds a passkey, and gets in by it without a password or a code', async () => {
    const { page } = visitor
    const session = await page.context().newCDPSession(page)
    await session.send('WebAuthn.enable')
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await settings('Profile')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('My laptop')
    await dialog.getByLabel('Your password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('My laptop').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await leave()
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await arrived()
  })

  test('sets single sign-on up, and a colleague comes in by it', async () => {
    const { page } = visitor
    await settings('Single sign-on')
    await page.getByRole('button', { name: 'Add a provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Acme ID')
    await dialog.getByLabel('Issuer').fill(idp.issuer)
    await dialog.getByRole('button', { name: 'Go on' }).click()
    const redirect = await dialog.getByLabel('Redirect URI').inputValue()
    expect(redirect.startsWith(`${home}/login/sso/`)).toBe(true)
    await idp.serve([redirect])
    await dialog.getByLabel('Client id').fill(CLIENT.client_id)
    await dialog.getByLabel('Client secret').fill(CLIENT.client_secret)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Domain', { exact: true }).fill('acme.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    // An administrator of the installation vouches for it.
    await page.getByRole('button', { name: 'Check the record' }).click()
    await page.getByText('Proven', { exact: true }).waitFor()
    expect(await barriers(page)).toEqual([])
    const signInUrl = await page.getByLabel('Sign-in page with these providers').inputValue()
    idp.person = { sub: 'ann', email: 'ann@acme.example', email_verified: true }
    const colleague = await visit(home)
    await colleague.page.goto(signInUrl)
    await colleague.page.getByRole('button', { name: 'Continue with Acme ID' }).click()
    await colleague.page.getByRole('heading', { name: 'Recent workbooks' }).waitFor()
    await colleague.leave()
    idp.person = { sub: 'eve', email: 'eve@acme.example', email_verified: false }
    const stranger = await visit(home)
    await stranger.page.goto(`${home}/login`)
    await stranger.page.getByLabel('Username').fill('eve@acme.example')
    await stranger.page.getByRole('button', { name: 'Continue with Acme ID' }).click()
    await stranger.page.getByText('did not confirm your e-mail address').waitFor()
    await stranger.leave()
  })

  test('lets a program in that asks, for what they choose, and finds it in the list', async () => {
    const { page } = visitor
    const back = new Promise<URL>((resolve) => {
      server.on('request', (request, response) => {
        response.end('You can close this page.')
        if (request.url?.startsWith('/callback')) resolve(new URL(request.url, callback))
      })
    })
    const answer = await fetch(`${home}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'A desk program', redirect_uris: [callback] }),
    })
    const { client_id } = (await answer.json()) as { client_id: string }
    const query = new URLSearchParams({
      client_id,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge_method: 'S256',
      // What looks like a number comes back as it was.
      code_challenge: 'x'.repeat(43),
      state: '12345678901234567890',
    })
    await page.goto(`${home}/authorize?${query}`)
    await page.getByRole('heading', { name: 'Let A desk program work in your workspace?' }).waitFor()
    await expect.poll(() => page.getByLabel('Read workbooks').isChecked()).toBe(true)
    await expect.poll(() => page.getByLabel('Run providers').isChecked()).toBe(false)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    const returned = await back
    expect(returned.searchParams.get('state')).toBe('12345678901234567890')
    expect(returned.searchParams.get('code')).toMatch(/^ycc_/)
  })

  const server = http.createServer()
  let callback = ''
  beforeAll(async () => {
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  })
  afterAll(() => {
    server.close()
    server.closeAllConnections()
  })
})
