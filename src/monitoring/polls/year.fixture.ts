// What happens in the simulated world day by day, and whether what was found is what was planted.
import type { Company, ExpectedSignal } from './company.fixture.ts'
import type { World } from './world.fixture.ts'

export interface Plan {
  days: number
  /** How likely something happens at a company on a day, 0..1. */
  rate: number
  /** Nothing happens in the last days, since some changes count only when they are seen twice. */
  quiet_days: number
  /** Once at every company, by day. */
  once: Readonly<Record<number, (company: Company) => void>>
}

const FOR_BASELINES = 5

/** Makes the function that lets a day begin; days are begun in their order. */
export function openYear(companies: readonly Company[], world: World, plan: Plan, chance: () => number) {
  const spells: { day: number; end: () => void }[] = []
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(chance() * all.length)]

  function live(company: Company, day: number): void {
    if (day < FOR_BASELINES || day > plan.days - plan.quiet_days) return
    plan.once[day]?.(company)
    // No surge that nobody planted: single jobs, far apart.
    const names = Object.keys(company.events).filter((name) => !/^(?:job|a leader)$/.test(name) || day % 9 === 0)
    if (chance() < plan.rate) company.events[pick(names) ?? '']?.()
    if (chance() < 0.05) {
      const spell = pick(Object.values(company.spells))
      // Gone, back and gone again is gone for who looks once a day.
      if (spell && !spells.some(({ end, day: until }) => end === spell.end && until > day - 3)) {
        spell.begin()
        spells.push({ day: day + 1, end: spell.end })
      }
    }
    if (chance() < 0.03) {
      world.broken.add(company.domain)
      spells.push({ day: day + 1, end: () => world.broken.delete(company.domain) })
    }
  }

  return function begin(day: number): void {
    for (const spell of spells.filter((one) => one.day === day)) spell.end()
    for (const company of companies) live(company, day)
  }
}

export interface FoundSignal {
  type: string
  title: string
  company: string
}

const isOf = (company: string, domain: string) =>
  company === domain || company === `github:${domain.replace('.com', '')}`

/** Each planted event stands for one signal, and each signal for one event. */
export function compareFound<T extends FoundSignal>(companies: readonly Company[], found: readonly T[]) {
  const unplanted = [...found]
  const missing = companies.flatMap(({ expected, domain }) =>
    expected.filter(({ type, says }: ExpectedSignal) => {
      const at = unplanted.findIndex(
        (one) => one.type === type && one.title.includes(says) && isOf(one.company, domain),
      )
      if (at >= 0) unplanted.splice(at, 1)
      return at < 0
    }),
  )
  return { missing, unplanted }
}
