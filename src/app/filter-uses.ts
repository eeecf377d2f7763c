// Finds what uses a saved filter in the rooms above the leads, so that a filter in use is not deleted unnoticed.
import { findRulesByFilter } from '../automation/rules/rules.reads.ts'
import { findPoliciesByFilter } from '../enrichment/refresh/refresh.commands.ts'
import { findGroupsByFilter } from '../monitoring/watches/groups.reads.ts'
import type { FindFilterUses } from '../records/lead-facts/saved-question.reads.ts'

export const FILTER_USES: readonly FindFilterUses[] = [findGroupsByFilter, findPoliciesByFilter, findRulesByFilter]
