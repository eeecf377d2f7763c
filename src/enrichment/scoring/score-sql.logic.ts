// Scoring as one statement over many leads: fit from filters compiled to SQL, intent from what happened, both with their parts.
import { filterSql } from '../../records/filters/filter-sql.logic.ts'
import type { SqlStatement } from '../../records/filters/sql-text.logic.ts'
import { sharesOf } from './scoring.logic.ts'
import type { ScoringRules } from './scoring.schema.ts'

/**
 * A select of `lead_id, data, fit, intent, score, tier, parts` for the leads of `r` that `which` holds for. It reads rows `r` as
 * leads are read, so that a filter means the same here as in every list.
 */
export function scoreSql(statement: SqlStatement, rules: ScoringRules, from: string, which: string): string {
  const text = (value: string) => statement.param(value, 'text')
  const number = (value: number) => statement.param(value, 'float8')
  const fitParts = rules.fit.map(({ id, name, filter, points }) => {
    const holds = filterSql(statement, filter)
    return `case when ${holds} then jsonb_build_array(jsonb_build_object('id', ${text(id)}, 'name', ${text(name)}, 'points', ${number(points)})) else '[]'::jsonb end`
  })
  const intentRules = JSON.stringify(rules.intent)
  const shares = sharesOf(rules)
  const { hot, warm, cold } = rules.tiers
  const sum = (parts: string) =>
    `greatest(0, least(100, round(coalesce((select sum((p ->> 'points')::float8) from jsonb_array_elements(${parts}) p), 0))))::int`
  return `
    with rules as materialized (
      select x.id, x.name, x.kind, x.points, x.half_life_days
      from jsonb_to_recordset(${statement.param(intentRules, 'jsonb')}) x (id text, name text, kind text, points float8, half_life_days float8)
    ), looked as materialized (
      select r.lead_id, r.data, ${fitParts.length > 0 ? fitParts.join(' || ') : `'[]'::jsonb`} as fit_parts
      from ${from} where ${which}
    ), happened as (
      select coalesce(m.head_id, i.lead_id) as lead_id, u.id, u.name,
        max(i.strength / 100.0 * abs(u.points) * power(0.5, greatest(0, extract(epoch from now() - i.occurred_at)) / 86400.0 / u.half_life_days)) * sign(max(u.points)) as points
      from lead_intents i left join merged_leads m on m.workspace_id = $1 and m.lead_id = i.lead_id
        join lateral (select * from rules where rules.kind = i.kind or (rules.kind = '*' and not exists (select from rules o where o.kind = i.kind))) u on true
      where i.workspace_id = $1 and (i.lead_id in (select lead_id from looked)
        or i.lead_id in (select o.lead_id from merged_leads o where o.workspace_id = $1 and o.head_id in (select lead_id from looked)))
      group by coalesce(m.head_id, i.lead_id), u.id, u.name
    ), intents as (
      select lead_id, jsonb_agg(jsonb_build_object('id', id, 'name', name, 'points', round(points::numeric, 1)) order by abs(points) desc, id) as parts
      from happened where abs(points) >= 0.05 group by lead_id
    ), scored as (
      select l.lead_id, l.data, l.fit_parts, coalesce(n.parts, '[]'::jsonb) as intent_parts,
        ${sum('l.fit_parts')} as fit, ${sum(`coalesce(n.parts, '[]'::jsonb)`)} as intent
      from looked l left join intents n on n.lead_id = l.lead_id
    ), totals as (
      select *, round((fit * ${number(shares.fit)} + intent * ${number(shares.intent)})::numeric)::int as score from scored
    )
    select lead_id, data, fit, intent, score,
      case when score >= ${number(hot)} then 'hot' when score >= ${number(warm)} then 'warm' when score >= ${number(cold)} then 'cold' else 'unqualified' end as tier,
      jsonb_build_object('fit', fit_parts, 'intent', intent_parts) as parts
    from totals`
}
