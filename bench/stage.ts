// Where scenarios play: a folder of their own, the peer, and the service on its embedded database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, login, PASSWORD } from './api.ts'
import { type BigWorkbook, fillBigWorkbook } from './big-workbook.ts'
import type { Programs } from './build.ts'
import { type Program, startProgram } from './program.ts'
import { PEER_HOST } from './simulator/lookups.ts'
import { type Peer, startPeer } from './simulator/peer.ts'
import { openStore, type Store } from './store.ts'

/** What was asked of the bench on the command line. */
export interface Options {
  /** Rows of the big workbook. */
  rows: number
  /** How often the service is killed. */
  kills: number
  /** Leads that are scanned for duplicates. */
  leads: number
  /** Whether the firms among them share a hundred words and sixty towns, so that very many are called nearly the same. */
  namesakes: boolean
}

export interface Folder {
  path: string
  /** The settings of the service in this folder. */
  environment: Record<string, string>
  peer: Peer
  close(): Promise<void>
}

export interface Stage {
  programs: Programs
  options: Options
  folder: Folder
  peer: Peer
  program: Program
  api: Api
  store: Store
  /** Starts the bare ceiling on the same database, once; returns its address. */
  ceiling(): Promise<string>
  /** A workbook of as many rows as asked for, its twin beside it in the ceiling, made once. */
  big(): Promise<BigWorkbook>
  close(): Promise<void>
}

/** Empty, with a peer to ask; durable and with the settings an install has, except that it asks the peer. */
export async function openFolder(name = 'millrace-bench-'): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), name))
  const peer = await startPeer()
  const environment = {
    DATA_DIR: join(path, 'data'),
    PORT: '0',
    ADMIN_PASSWORD: PASSWORD,
    DEMO: 'off',
    ACCESS_TOKEN_TTL: '24h',
    EGRESS_HOST_MAP: `${PEER_HOST}=127.0.0.1:${peer.port}`,
    EGRESS_ALLOW: `127.0.0.1:${peer.port}`,
    // What is brought to this address goes where the peer is told that the service listens. Sequences start only with HTTPS.
    PUBLIC_URL: 'https://service.simulator.example',
    // The limits stay and count; a bench starts more runs a minute, opens more streams and provisions more than people.
    LIMIT_OVERRIDES: 'workbook-run=1000/60,scim=100000/1,streams-of-person=2000,streams-of-workspace=2000',
  }
  return {
    path,
    environment,
    peer,
    async close() {
      await peer.close()
      await rm(path, { recursive: true, force: true })
    },
  }
}

export async function openStage(programs: Programs, options: Options): Promise<Stage> {
  const folder = await openFolder()
  const program = await startProgram(programs.server, folder.path, folder.environment)
  folder.peer.bringTo(program.url)
  const api = await login(program.url)
  const store = await openStore(folder.environment.DATA_DIR as string)
  let ceiling: Promise<Program> | undefined
  let big: Promise<BigWorkbook> | undefined
  async function startCeiling(): Promise<string> {
    ceiling ??= startProgram(programs.ceiling, folder.path, { ROLE: 'ceiling', SOCKET: store.address.host })
    return (await ceiling).url
  }
  return {
    programs,
    options,
    folder,
    peer: folder.peer,
    program,
    api,
    store,
    ceiling: startCeiling,
    async big() {
      await startCeiling()
      big ??= fillBigWorkbook(api, store, options.rows)
      return big
    },
    async close() {
      await (await ceiling)?.stop()
      await store.close()
      await api.close()
      await program.stop()
      await folder.close()
    },
  }
}
