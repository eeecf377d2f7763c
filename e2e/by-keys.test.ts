// The web app by keyboard: dialogs that close at one press and give the focus back.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startJourney } from './journey.ts'
import type { Visitor } from './visitor.ts'

let visitor: Visitor
let page: Page
let home: string
startJourney({}, async (journey) => {
  ;({ visitor, page } = journey)
  home = page.url().replace(/\/workbooks$/, '')
})

const opener = (name: string) => page.getByRole('button', { name, exact: true })
const hasFocus = (name: string) => expect.poll(() => opener(name).evaluate((it) => it.matches(':focus'))).toBe(true)

describe.sequential('a user without a mouse', () => {
  test.each([
    ['/outreach', 'Create sequence'],
    ['/leads', 'Add lead'],
    // Its first field takes the focus by itself.
    ['/settings/profile', 'Set up an app'],
  ])('opens a dialog at %s, closes it, and goes on where it was opened', async (path, name) => {
    await page.goto(`${home}${path}`)
    await opener(name).press('Enter')
    await page.getByRole('dialog').locator('input').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await hasFocus(name)
  })

  test('closes a dialog at one press, also while a hint is shown', async () => {
    await page.goto(`${home}/outreach`)
    await opener('Create sequence').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus()
    await page.getByRole('tooltip').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('gets the first tab by a link to a tab that there is not', async () => {
    await page.goto(`${home}/automations?tab=deliveries`)
    await page.getByRole('button', { name: 'Add an automation' }).waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
