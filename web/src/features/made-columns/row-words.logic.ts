// What a row that was tried is called by: the values that were asked with.
import { rawText } from '../../grid/display.logic.ts'

export function rowWords(inputs: Record<string, unknown>, otherwise: string): string {
  return Object.values(inputs).map(rawText).filter(Boolean).join(' · ') || otherwise
}
