// The assistant as `app` uses it.
import type { Room } from '../../platform/room.ts'
import { type AssistantJobParts, assistantJobs } from './assistant.jobs.ts'
import { assistantRoutes } from './assistant.routes.ts'
import { generateRoutes } from './generate.routes.ts'
import type { GenerateParts } from './generate-column.commands.ts'
import { planChanged } from './plan.jobs.ts'

export const assistant: Room<Omit<AssistantJobParts, 'actFor'> & GenerateParts, AssistantJobParts> = {
  name: 'assistant',
  tags: [
    { name: 'Assistant', description: 'Chat that reads, proposes plans, and acts after approval or within a grant.' },
  ],
  routes: (parts) => {
    const chat = { ...parts, manners: new Map() }
    return [...assistantRoutes(chat), ...generateRoutes(chat)]
  },
  jobs: assistantJobs,
  events: [planChanged],
}
