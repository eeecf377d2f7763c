// Entities as the roof sees them: groups of equal leads, the review queue, and the jobs that look for pairs.
import type { Database } from '../../platform/db/database.ts'
import type { Room } from '../../platform/room.ts'
import { entityMerged, entitySplit, pairDecided, pairsFound } from './entities.events.ts'
import { entityRoutes } from './entities.routes.ts'
import { writeKeysJob } from './key-writing.jobs.ts'
import { matchJob } from './match.jobs.ts'
import { showAsOneJob } from './merged.jobs.ts'
import { scanJobs } from './scan.jobs.ts'

export const entities: Room<{ database: Database }, { database: Database }> = {
  name: 'entities',
  tags: [
    {
      name: 'Entities',
      description: 'Companies and people across all records, each once, and the review of duplicates.',
    },
  ],
  routes: entityRoutes,
  jobs: ({ database }) => [matchJob(database), writeKeysJob(database), showAsOneJob(database), ...scanJobs(database)],
  events: [entityMerged, entitySplit, pairDecided, pairsFound],
}
