// Records of a name: what is there, what is not, and that no answer is neither.
import { expect, it } from 'vitest'
import { createDnsAsker } from './dns.ts'
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

it('stops when it is told to', async () => {
  // Bound by TCP only, so that no question by UDP is ever answered.
  const silent = await tcpPeer(() => {})
  const stop = new AbortController()
  const asking = createDnsAsker([`127.0.0.1:${silent.port}`])('there.example', 'MX', stop.signal)
  stop.abort()
  expect(await asking).toMatchObject({ ok: false })
  await silent.close()
})
