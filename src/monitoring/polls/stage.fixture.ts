// For tests of watches and signals through the API: routes and jobs on a real database, a clock that moves, and a small world on loopback.
import type { FastifyInstance } from 'fastify'
import { buildTestApp, type Caller, callerOf } from '../../../test/app.ts'
import { addWorkspace, openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { newId, type WorkspaceId } from '../../kernel/ids.ts'
import { createPageReader } from '../../platform/net/pages.ts'
import { testRun } from '../../platform/queue/run.fixture.ts'
import { records } from '../../records/room.ts'
import { monitoring } from '../room.ts'
import { html, openWorld, rss, type World } from './world.fixture.ts'

const HOSTS = [
  'acme.com',
  'beta.com',
  'slow.com',
  'limited-1.com',
  'limited-2.com',
  'limited-3.com',
  'rules-1.com',
  'rules-2.com',
  'boards-api.greenhouse.io',
  'api.github.com',
  'github.com',
]

export interface Stage {
  database: TestDatabase
  world: World
  app: FastifyInstance
  clock: { at: number }
  /** The posts of acme.com's feed, newest first. */
  posts: Parameters<typeof rss>[0][number][]
  parts: () => StageParts
  newcomer(): Promise<{ ann: Caller; workspace: WorkspaceId }>
  /** Works the queue off as a worker would; schedules that are due by the clock first. */
  work(workspace: WorkspaceId): Promise<void>
  /** Works off what is in the queue now, and leaves what comes of it. */
  workOnce(workspace: WorkspaceId): Promise<number>
  close(): Promise<void>
}

type StageParts = Parameters<NonNullable<typeof monitoring.routes>>[0] &
  Parameters<NonNullable<typeof monitoring.jobs>>[0]

/** A company with a feed, a site and a job board; `elsewhere` are names that lead out of the world. */
export async function openStage(elsewhere: Record<string, string> = {}): Promise<Stage> {
  const clock = { at: Date.parse('2026-03-02T08:00:00Z') }
  const database = await openTestDatabase()
  const world = await openWorld(HOSTS, () => clock.at, elsewhere)
  const pages = createPageReader({
    database,
    client: world.client,
    policy: world.policy,
    robotsToken: 'Millrace',
    now: () => new Date(clock.at),
    async sleep(ms) {
      clock.at += ms
    },
  })
  const parts = () =>
    ({
      database,
      pages,
      policy: world.policy,
      now: () => new Date(clock.at),
      dns: async () => ({ ok: true as const, records: [], gone: false }),
    }) as unknown as StageParts
  const posts = [
    {
      id: '1',
      title: 'Acme publishes its first handbook',
      url: 'https://acme.com/n/1',
      at: new Date(clock.at - 86_400_000),
    },
  ]
  const page = (host: string, path: string, type: string, body: () => string) =>
    world.pages.get(host)?.set(path, { type, body })
  page('acme.com', '/feed.xml', 'application/rss+xml', () => rss(posts))
  page('acme.com', '/', 'text/html', () =>
    html('<main><p>Acme builds rockets for everyone.</p></main><a href="https://boards.greenhouse.io/acme">Jobs</a>'),
  )
  const job = { id: 1, title: 'Head of Design', location: { name: 'Berlin' }, content: 'Lead us.' }
  page('boards-api.greenhouse.io', '/v1/boards/acme/jobs?content=true', 'application/json', () =>
    JSON.stringify({ jobs: [{ ...job, absolute_url: 'https://boards.greenhouse.io/acme/jobs/1' }] }),
  )
  const app = await buildTestApp([
    ...(monitoring.routes?.(parts()) ?? []),
    ...(records.routes?.({ database, now: () => new Date(clock.at), erasing: undefined } as never) ?? []),
  ])

  async function workOnce(workspace: WorkspaceId): Promise<number> {
    const handlers = monitoring.jobs?.(parts()) ?? []
    const tickets = await database.asOwner<{ id: string; kind: string; payload: object }>(
      `delete from queue where workspace_id = $1 returning id, kind, payload`,
      [workspace],
    )
    await Promise.all(
      tickets.map(({ id, kind, payload }) =>
        handlers
          .find((one) => one.kind.name === kind)
          ?.work(
            payload as never,
            testRun({ id, workspace_id: workspace }, () => new Date(clock.at)),
          ),
      ),
    )
    return tickets.length
  }

  async function work(workspace: WorkspaceId): Promise<void> {
    const due = await database.asOwner<{ kind: string; payload: object }>(
      'select kind, payload from schedules where workspace_id = $1 and next_at <= $2',
      [workspace, new Date(clock.at)],
    )
    for (const { kind, payload } of due)
      await database.asOwner('insert into queue (id, workspace_id, kind, payload) values ($1, $2, $3, $4)', [
        newId(),
        workspace,
        kind,
        payload,
      ])
    while ((await workOnce(workspace)) > 0);
  }

  return {
    database,
    world,
    app,
    clock,
    posts,
    parts,
    work,
    workOnce,
    async newcomer() {
      const workspace = (await addWorkspace(database)) as WorkspaceId
      return { ann: callerOf(app, workspace), workspace }
    },
    async close() {
      await app.close()
      await world.close()
      await database.close()
    },
  }
}
