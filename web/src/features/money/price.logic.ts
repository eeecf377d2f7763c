// Billing rules in words.
const RULES: Record<string, string> = {
  on_hit: 'when something is found',
  on_verified: 'when it is verified',
  per_call: 'for every call',
  vendor_reports: 'as the vendor tells',
  free: 'never',
}

export const ruleWords = (rule: string) => RULES[rule] ?? rule
