// Finds pages of the settings by what they are called, here and elsewhere.
import { rankCommands } from '../../session/ranking.logic.ts'
import { areasFor, ELSEWHERE } from './areas.logic.ts'

export interface SettingsFound {
  title: string
  /** Below the workspace. */
  path: string
  about?: string
}

/** The pages that a question finds, the best first; those that stand outside of the settings after them. */
export function findSettings(question: string, isAdministrator: boolean): SettingsFound[] {
  const pages = areasFor(isAdministrator).map(({ page, title, about, group, words = '' }) => ({
    id: `settings/${page}`,
    title,
    group: 'settings',
    about,
    words: `${words} ${group} ${about}`,
  }))
  const others = ELSEWHERE.map(({ path, title, words }) => ({
    id: path,
    title,
    group: 'settings',
    words,
    about: undefined,
  }))
  return rankCommands([...pages, ...others], question).map((found) => {
    const { about } = [...pages, ...others].find(({ id }) => id === found.id) ?? {}
    return { title: found.title, path: found.id, ...(about && { about }) }
  })
}
