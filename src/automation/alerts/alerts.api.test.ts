// What users are told of: by its name, with the way to it, and once a day where a provider is closed again and again.
import { afterAll, expect, it } from 'vitest'
import { providerClosed } from '../../enrichment/enrichment.events.ts'
import { emit } from '../../platform/events/event.ts'
import { addStage, startRules } from '../rules/rules.fixture.ts'

const service = await startRules()
afterAll(() => service.close())
const at = await addStage(service)

const closeProvider = (account: string, label: string) =>
  service.database.inWorkspace(at.workspace_id, (tx) =>
    emit(tx, providerClosed, {
      account,
      label,
      reason: 'vendor_error',
      detail: 'It answers with errors.',
      until: null,
    }),
  )

it('a provider that is closed again after every trial is one notice, by the name of the provider', async () => {
  for (let trials = 0; trials < 5; trials++) await closeProvider('rdap', 'Domain registration')
  await closeProvider('hunter', 'Hunter')
  const notices = async () =>
    (await at.must('GET', '/api/notices')).items
      .map(({ title, link }: { title: string; link: string }) => [title, link])
      .sort()
  await expect.poll(notices).toHaveLength(2)
  expect(await notices()).toEqual([
    ['Domain registration is paused: vendor error', '/settings/providers'],
    ['Hunter is paused: vendor error', '/settings/providers'],
  ])
})
