// Mail of the service through the mailbox of a workspace: sent as the workspace, within its hourly limit, or told why not.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTenant } from '../../../test/open-tenant.ts'
import { openSink, openStage, type Sink, type Stage } from '../outreach.fixture.ts'
import { workspaceMail } from './direct-mail.ts'

let sink: Sink
let stage: Stage
const { database } = await openTenant()
beforeAll(async () => {
  sink = await openSink()
  stage = await openStage(database)
})
afterAll(async () => {
  await stage.close()
  await sink.close()
})

const notice = (id: string) => ({ to: 'bob@here.test', subject: 'A run failed', text: 'Look at it.\n', id })

it('goes through the default mailbox, which counts it, and says what is in the way', async () => {
  const open = () => workspaceMail(stage.parts, stage.workspace)
  expect(await open()).toBeNull()
  await stage.sendThrough(sink.port, { smtp_max_per_hour: 1 })
  const send = await open()
  expect(await send?.(notice('notices-7'))).toBeNull()
  expect(sink.messages).toMatchObject([
    { to: ['bob@here.test'], raw: expect.stringMatching(/Message-ID: <notices-7@/i) },
  ])
  expect(await send?.(notice('notices-8'))).toContain('allowed in an hour')
  await stage.sendThrough(9, { smtp_max_per_hour: 100 })
  expect(await (await open())?.(notice('notices-9'))).toContain('did not take the mail')
  expect(sink.messages).toHaveLength(1)
})
