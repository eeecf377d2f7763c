// Pages of SCIM lists: 1-based, never more than a page, always with the true total.
import { LIST_RESPONSE } from './discovery.logic.ts'
import type { Resource } from './resource.logic.ts'

export const MAX_RESULTS = 200
const USUAL_RESULTS = 100

export interface Window {
  offset: number
  count: number
}

export interface ResourcePage {
  total: number
  resources: Resource[]
}

/** Values out of range are moved into it, as RFC 7644, section 3.4.2.4 says. */
export function windowOf({ startIndex = 1, count = USUAL_RESULTS }: { startIndex?: number; count?: number }): Window {
  return { offset: Math.max(1, startIndex) - 1, count: Math.min(Math.max(0, count), MAX_RESULTS) }
}

export function listResponse({ total, resources }: ResourcePage, { offset }: Window) {
  return {
    schemas: [LIST_RESPONSE],
    totalResults: total,
    startIndex: offset + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
