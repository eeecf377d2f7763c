// Functions as the roof sees them.
import type { Room } from '../../platform/room.ts'
import { type FunctionJobParts, functionJobs } from './functions.jobs.ts'
import { type FunctionParts, functionRoutes } from './functions.routes.ts'

export const functions: Room<FunctionParts, FunctionJobParts> = {
  name: 'functions',
  tags: [{ name: 'Functions', description: 'Column chains made once, and used as columns, by calls and by programs.' }],
  routes: functionRoutes,
  jobs: functionJobs,
}
