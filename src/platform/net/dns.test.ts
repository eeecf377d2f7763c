// Records of a name: what is there, what is not, and that no answer is neither.
import { expect, it } from 'vitest'
import { createDnsAsker } from './dns.ts'
import { parseEgressAllow } from './egress.ts'
import { peersOfTest, tcpPeer } from './peers.fixture.ts'

const { serveDns } = peersOfTest()
const live = () => new AbortController().signal

it('tells a name that is not there from one without records, and both from silence', async () => {
  const { server } = await serveDns({ 'there.example': [['192.0.2.1']], 'empty.example': [[]] })
  const ask = createDnsAsker([server])
  expect(await ask('there.example', 'A', live())).toEqual({ ok: true, records: ['192.0.2.1'], gone: false })
  expect(await ask('empty.example', 'A', live())).toEqual({ ok: true, records: [], gone: false })
  expect(await ask('gone.example', 'A', live())).toEqual({ ok: true, records: [], gone: true })
})

it('is asked nothing of the operator’s own network, except of names that the operator opened', async () => {
  const { server, questions } = await serveDns({ 'db.internal': [['10.0.0.5']], 'crm.internal': [['10.0.0.6']] })
  const policy = { allow: parseEgressAllow('crm.internal').value, hostMap: new Map() }
  const ask = createDnsAsker([server], policy)
  for (const name of ['db.internal', 'DB.internal.', '_dmarc.db.internal', 'intranet', '5.0.0.10.in-addr.arpa'])
    expect([name, await ask(name, 'A', live())]).toEqual([name, { ok: true, records: [], gone: true }])
  expect(questions).toEqual([])
  expect(await ask('crm.internal', 'A', live())).toMatchObject({ records: ['10.0.0.6'] })
})

it('stops when it is told to', async () => {
  // Bound by TCP only, so that no question by UDP is ever answered.
  const silent = await tcpPeer(() => {})
  const stop = new AbortController()
  const asking = createDnsAsker([`127.0.0.1:${silent.port}`])('there.example', 'MX', stop.signal)
  stop.abort()
  expect(await asking).toMatchObject({ ok: false })
  await silent.close()
})
