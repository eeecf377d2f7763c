// What a hiring watch remembers between polls, and what one reading of a board brings.
import type { JobPosting } from '../../../providers/web-reader/job-postings.ts'

/** Where the jobs stand: on a board, or on a page of the company in JobPosting markup. */
export type JobSource = { board: string; slug: string } | { page: string }

export interface HiringSnapshot {
  source: JobSource | null
  /** The document that lists the jobs. */
  source_url: string
  /** For people. */
  board_name: string
  board_url: string
  jobs: JobPosting[]
  /** False when the list was cut: what is not in it may be there all the same. */
  is_complete: boolean
}

export interface OpenJob {
  title: string
  place: string
  department: string
  /** Hash of the posting's text. */
  hash: string
  opened: string
  misses: number
}

export interface HiringState {
  source: JobSource | null
  /** When the source was looked for, and not found, last. */
  looked_at: string
  since: string
  jobs: { [id: string]: OpenJob }
  /** Postings that are no more, by id: the day they were closed. */
  gone: { [id: string]: string }
  /** The same by title, place and text, for 30 days. */
  earlier: { [fingerprint: string]: string }
  functions: string[]
  countries: string[]
  technologies: string[]
  /** Jobs opened, by day, for 13 weeks. */
  opened: { [day: string]: number }
  /** Jobs open, by day, for 31 days. */
  counts: { [day: string]: number }
  surge_on: string
  freeze_on: string
}
