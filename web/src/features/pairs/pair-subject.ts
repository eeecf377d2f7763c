// What a room tells the review of its pairs: where they are read, and what a decision does.
import type { ReactNode } from 'react'
import type { Decision, ReviewPair } from './pair.logic.ts'

export interface PairPage {
  items: ReviewPair[]
  total: number
  next_cursor: string | null
  /** Where the search for pairs stands, and what it found. */
  state: ReactNode
  isLooking: boolean
  /** False where nothing can be compared. */
  canLook: boolean
}

export interface PairDecision {
  id: number
  names: readonly [string, string]
  by: string | null
  takeBack: TakeBack
}

export type TakeBack = () => Promise<unknown>

/** `isAtLeast`: there are more than are counted in one call. */
export interface LikelyCount {
  count: number
  isAtLeast: boolean
}

export interface PairSubject {
  /** Under which answers are kept. */
  key: readonly unknown[]
  /** What merging all likely pairs does with them, and what it leaves. */
  aboutLikely: string
  /** How pairs get here. */
  aboutEmpty: string
  read(cursor: string | null, signal: AbortSignal): Promise<PairPage>
  /** Decisions that can be taken back one by one, by the words for them. */
  decided: readonly {
    title: string
    read(cursor: string | null): Promise<{ items: PairDecision[]; total: number; next_cursor: string | null }>
  }[]
  /** `chosen` names a side by field, or under `record` the one that stays. */
  decide(pair: ReviewPair, decision: Decision, chosen: Readonly<Record<string, string>>): Promise<TakeBack>
  look(): Promise<unknown>
  /** Null where only some of the pairs are reviewed. */
  likely: {
    /** "12 rows". */
    counted(count: number): string
    /** At most so many are merged in one call. */
    most: number
    count(probability: number): Promise<LikelyCount>
    merge(probability: number, count: number): Promise<{ merged: number; takeBack: TakeBack | null }>
  } | null
}
