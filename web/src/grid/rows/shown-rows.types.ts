// What the grid and what works on it need of rows, whether one store keeps them or one for every group.
import type { RowStore } from './rows.store.ts'

export type Rows = Pick<RowStore, Exclude<keyof RowStore, 'seed'>>
