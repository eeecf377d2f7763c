// Outreach as a salesperson meets it: a mailbox, a sequence, who may be written to, what is sent when, and the replies.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import { type MailServer, openMailServer } from './mail-server.ts'
import type { Product } from './product.ts'
import { barriers, type Visitor } from './visitor.ts'
import { callApi, enterGrid, makeWorkbook } from './workbook.ts'

const LEADS = [
  { contact_person: 'Dana Bauer', company: 'Anvil Works', email: 'dana@anvil.example', country: 'Germany' },
  { contact_person: 'Erik Sand', company: 'Bolt & Sons', email: 'erik@bolt.example', country: 'Norway' },
  { contact_person: 'Gus Roy', company: 'Drum Ltd', country: 'France' },
  { contact_person: 'Ivo Kral', company: 'Fern', email: 'ivo@fern.example', country: 'Czechia' },
]
const ALWAYS = {
  days: [1, 2, 3, 4, 5, 6, 7],
  window_start: '00:00',
  window_end: '24:00',
  min_gap_seconds: 0,
  gap_jitter_seconds: 0,
}

let mail: MailServer
let product: Product
let visitor: Visitor
let page: Page
let outreach: string
let sequence: string
startJourney(
  {
    peer: openMailServer,
    settings: { DEMO: 'off', PUBLIC_URL: 'https://outreach.sender.test' },
    async prepare(started) {
      for (const lead of LEADS) await callApi(started, '/api/lead', { kind: 'person', ...lead })
    },
  },
  (journey) => {
    ;({ peer: mail, product, visitor, page } = journey)
    outreach = page.url().replace(/workbooks$/, 'outreach')
  },
)

const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
const openTab = (name: string) => page.getByRole('tab', { name }).click()
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

describe.sequential('a user who writes to leads', () => {
  test('writes a sequence, and sees what a lead would get while typing', async () => {
    await page.getByRole('link', { name: 'Outreach' }).click()
    await page.getByText('No sequences yet').waitFor()
    await button('Create sequence').click()
    await page.getByRole('dialog').getByLabel('Name').fill('Autumn')
    await button('Create sequence', page.getByRole('dialog')).click()
    await button('Add message').click()
    const step = page.getByRole('region', { name: 'Step 1' })
    await step.getByLabel('Subject').fill('Hello {{first_name}}')
    await step.getByLabel('Text').fill('Dear {{first_name}},\n\nhow is {{company}}?')
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByLabel('Find a lead').fill('Dana')
    await preview.getByText('Hello Dana').waitFor()
    await preview.getByText('how is Anvil Works?').waitFor()
    await step.getByLabel('Text').fill('Dear {{first_name}},\n\nhow is {{company}} in {{city}}?')
    await preview.getByText('Not sent to this lead: {{city}} has no value.').waitFor()
    await step.getByLabel('Text').fill('Dear {{first_name}},\n\nhow is {{company}}?')
    await button('Add message').click()
    await page.getByRole('region', { name: 'Step 2' }).getByLabel('Text').fill('Did you have time, {{first_name}}?')
    await preview.getByText('Re: Hello Dana').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Save messages').click()
    await page.getByRole('tab', { name: 'Messages 2' }).waitFor()
    sequence = /sequences\/([^/?]+)/.exec(page.url())?.[1] ?? ''
    await callApi(product, `/api/outreach/sequences/${sequence}`, { settings: ALWAYS }, 'PATCH')
  })

  test('is told everything that keeps it from starting at once, and where to mend each', async () => {
    const problems = page.getByRole('listitem').filter({ has: page.getByRole('link') })
    await expect
      .poll(() => problems.allTextContents())
      .toEqual([
        expect.stringContaining('No mailbox can send for it.'),
        expect.stringContaining('The lawful basis is not chosen.'),
        expect.stringContaining('The postal address of the sender is missing.'),
      ])
    expect(await button('Start sequence').isDisabled()).toBe(true)
    await page.getByRole('link', { name: 'Open settings' }).click()
    await page.getByLabel('Postal address').fill('Sender Ltd, 1 Main Street')
    await button('Save').click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await callApi(product, '/api/outreach/mailboxes', mail.mailbox)
    await page.goto(`${outreach}/sequences/${sequence}`)
    await page.getByRole('link', { name: 'Open sending' }).click()
    await page.getByRole('combobox', { name: 'Lawful basis' }).selectOption({ label: 'Legitimate interest' })
    await button('Save').click()
    await expect.poll(() => button('Start sequence').isEnabled()).toBe(true)
    expect(await barriers(page)).toEqual([])
  })

  test('keeps addresses from ever being mailed', async () => {
    await page.getByRole('navigation', { name: 'Outreach' }).getByRole('link', { name: 'Suppressions' }).click()
    await page.getByText('No suppressed addresses').waitFor()
    await button('Import list').click()
    await page.getByRole('dialog').getByLabel('List').fill('fern.example\nsomebody@else.example\nnothing at all')
    await button('Import list', page.getByRole('dialog')).click()
    await page.getByText('Line 3: nothing at all').waitFor()
    await page.getByRole('dialog').getByText('Close', { exact: true }).last().click()
    await row('fern.example').getByText('Imported list').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  test('shows which leads cannot be enrolled and why, before any lead is enrolled', async () => {
    await page.goto(`${outreach}/sequences/${sequence}?tab=people`)
    await page.getByText('No leads enrolled yet').waitFor()
    await button('Enroll leads').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Consent source').fill('Trade fair')
    await button('Check leads', dialog).click()
    await dialog.getByText('0 leads can be enrolled, 4 cannot.').waitFor()
    await dialog.getByText('2 leads left out').waitFor()
    await dialog.getByLabel('Enroll leads with unverified addresses too').check()
    await dialog.getByText('2 leads can be enrolled, 2 cannot.').waitFor()
    await dialog.getByRole('button', { name: 'No e-mail address' }).click()
    await dialog.getByText('Gus Roy: The lead has no e-mail address').waitFor()
    await dialog.getByRole('button', { name: 'Suppressed' }).click()
    await dialog.getByText('Ivo Kral: The address or its domain is suppressed').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Enroll 2 leads', dialog).click()
    await row('Dana Bauer').getByText('Trade fair').waitFor()
    expect(mail.messages).toEqual([])
  })

  test('sees what will be sent when, and starts it', async () => {
    await openTab('Calendar')
    await expect.poll(() => page.getByRole('row').count()).toBe(3)
    expect(await barriers(page)).toEqual([])
    await button('Start sequence').click()
    await page.getByText('2 leads running, 2 messages sent, 0 replies').waitFor()
    expect(mail.messages.map(({ to }) => to).sort()).toEqual(['dana@anvil.example', 'erik@bolt.example'])
  })

  test('finds the reply in the inbox, and answers it', async () => {
    mail.answer('dana@anvil.example', 'Sounds good, tell me more.')
    await page.getByRole('link', { name: 'Inbox' }).click()
    await button('Read the mailboxes now').click()
    await page.getByRole('button', { name: 'Sounds good, tell me more.' }).click()
    const conversation = page
      .getByRole('complementary')
      .filter({ has: page.getByRole('heading', { name: 'Dana Bauer' }) })
    await conversation.getByText('how is Anvil Works?').waitFor()
    expect(await conversation.getByLabel('Class of the reply').inputValue()).toBe('interested')
    expect(await conversation.getByRole('link', { name: 'Dana Bauer' }).getAttribute('href')).toMatch(
      /leads\?lead=\d+$/,
    )
    await conversation.getByLabel('Answer').fill('Shall we talk on Thursday?')
    await button('Send answer', conversation).click()
    await conversation.getByText('Shall we talk on Thursday?').waitFor()
    await expect.poll(() => mail.messages.at(-1)?.raw).toContain('Shall we talk on Thursday?')
    expect(await barriers(page)).toEqual([])
  })

  test('enrolls the leads of selected rows, and is told when rows are linked to none', async () => {
    const columns = { Name: 'text', Email: 'email' }
    const id = await makeWorkbook(product, 'Fair', columns, [['Nora Gate', 'nora@gate.example']])
    await callApi(product, '/api/outreach/sequences', { name: 'Winter' })
    await page.goto(outreach.replace(/outreach$/, `workbooks/${id}`))
    await enterGrid(page)
    const area = await page.getByTestId('data-grid-canvas').boundingBox()
    await page.mouse.click((area?.x ?? 0) + 26, (area?.y ?? 0) + 55, { button: 'right' })
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('Escape')
    await button('Enroll').click()
    const dialog = page.getByRole('dialog', { name: 'Enroll the leads of 1 row' })
    await dialog.getByLabel('Sequence').selectOption('Winter')
    await button('Check leads', dialog).click()
    await dialog.getByText('none of these rows is linked to a lead').waitFor()
    await callApi(product, `/api/workbooks/${id}`, { sync_to_leads: true }, 'PATCH')
    const [row] = (await callApi(product, `/api/workbooks/${id}`, undefined, 'GET')).rows
    await expect
      .poll(async () => (await callApi(product, `/api/workbooks/${id}/rows/${row.row_id}`, undefined, 'GET')).lead_id)
      .toEqual(expect.any(Number))
    await dialog.getByLabel('Consent source').fill('Trade fair')
    await button('Check leads', dialog).click()
    await dialog.getByText('1 lead can be enrolled').waitFor()
    expect(await barriers(page)).toEqual([])
    await button('Enroll 1 lead', dialog).click()
    await page.getByText('1 lead enrolled').waitFor()
  })

  test('edits a draft of the follow-up, and approves it', async () => {
    await page.goto(`${outreach}/sequences/${sequence}?tab=people`)
    await row('Dana Bauer').getByText('Replied').waitFor()
    await row('Erik Sand').getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Draft the next message' }).click()
    await page.getByRole('link', { name: /^To do ?1$/ }).click()
    const draft = page.getByRole('region', { name: 'Draft 1 of 1' })
    await expect.poll(() => draft.getByLabel('Subject').inputValue()).toBe('Re: Hello Erik')
    await draft.getByLabel('Text').fill('Is next week better, Erik?')
    await button('Save changes', draft).click()
    await button('Save changes', draft).waitFor({ state: 'detached' })
    expect(await barriers(page)).toEqual([])
    await button('Approve and send now', draft).click()
    await page.getByText('Nothing to do').waitFor()
    await expect.poll(() => mail.messages.at(-1)?.raw).toContain('Is next week better, Erik?')
  })

  test('reads what came of it, with how certain that is', async () => {
    await page.goto(`${outreach}/sequences/${sequence}?tab=results`)
    const first = page.getByRole('region', { name: 'Step 1' })
    await first.getByText('1 (50%)').waitFor()
    await first.getByText('9% and 91%').waitFor()
    await first.getByText('One variant: there is nothing to compare.').waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('navigation', { name: 'Outreach' }).getByRole('link', { name: 'Mailboxes' }).click()
    await page.getByRole('region', { name: 'ann@sender.test' }).getByText('of 1,000').waitFor()
    expect(await barriers(page)).toEqual([])
    // The enrolment that was refused on purpose.
    expect(visitor.complaints.filter((one) => !/status of 422 .*enroll-from$/.test(one))).toEqual([])
  })
})
