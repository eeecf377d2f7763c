// What there is to see of the others as a chunk of its own, fetched when the workbook stands.
import { lazyPart } from '../../../ui/lazy-part.tsx'

export const LazyCollaborators = lazyPart(async () => (await import('./collaborators.tsx')).Collaborators)
