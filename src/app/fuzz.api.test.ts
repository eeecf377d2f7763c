// Requests, calls of tools, commands and mails that no client of ours would send, made by a seed: what holds for all of them.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { COUNTED } from '../../test/counted-state.ts'
import { addWorkspace } from '../../test/database.ts'
import { fuzz } from '../../test/fuzz-run.ts'
import { openTenant } from '../../test/open-tenant.ts'
import { addPerson } from '../../test/running-install.ts'

const SEED = 20_260_101
/** `npm run fuzz` goes on for as long as is asked. */
const BUDGET_MS = 10_000

const { service } = await openTenant({ LIMITS: 'off', LOG_LEVEL: 'silent' })

test('no request, call of a tool, command or mail, however hostile, makes a fault, a hang, a secret told or an answer that the description does not name, and what is refused adds nothing', async () => {
  const report = await fuzz({
    url: service.url,
    document: JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')),
    seed: SEED,
    until: Date.now() + BUDGET_MS,
    countState: async () => (await service.database.asOwner<Record<string, number>>(COUNTED))[0] ?? {},
    countShare: 0.1,
    logIn: async () => (await addPerson(service, await addWorkspace(service.database), 'owner')).access_token,
  })
  expect(report.faults).toEqual([])
  // It got through to what lies behind the first checks, and was refused by them.
  for (const status of ['200', '404', '422', 'done', 'refused']) expect(report.statuses[status]).toBeGreaterThan(20)
}, 900_000)
