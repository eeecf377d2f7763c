// What there is to see of the others as a chunk of its own, fetched when the workbook stands.
import { later } from '../../../ui/later.tsx'

export const LazyTogether = later(async () => (await import('./together.tsx')).Together)
