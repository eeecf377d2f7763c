// The name of a tested row: the first plain values of its inputs.
import { rawText } from '../../../grid/marks/display.logic.ts'

const MOST = 3

export function rowWords(inputs: Record<string, unknown>, otherwise: string): string {
  const plain = Object.values(inputs).filter((value) => typeof value !== 'object' || value === null)
  return plain.map(rawText).filter(Boolean).slice(0, MOST).join(' · ') || otherwise
}
