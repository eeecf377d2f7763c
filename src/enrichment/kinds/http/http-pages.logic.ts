// The further pages of an `http` column: how its API pages.
import type { PagingRule } from '../../../providers/kit/pager.ts'
import type { HttpSettings } from './http-request.logic.ts'

export const pagingOf = ({ pages }: HttpSettings): PagingRule => pages ?? { kind: 'none' }
