import type { RuleQuery } from '@mqdeck/contract'
import { z } from 'zod'

/** How the text is compared with the inputs of a rule. */
export const matchings = ['contains', 'matches', 'is'] as const

const text = z.string().optional()
const several = z
  .union([z.string().transform((one) => [one]), z.array(z.string())])
  .optional()
  .catch(undefined)

/** Filters and page number in the address. */
export const rulesSearch = z.object({
  id: text,
  from: text,
  matching: z.enum(matchings).default('contains').catch('contains'),
  note: text,
  enabled: z.enum(['true', 'false']).optional(),
  /** IDs of actions. A rule matches if it uses one of them. */
  action: several,
  source: several,
  /** Only rules with errors. Applied in the browser, so only to complete lists. */
  failing: z.literal('true').optional().catch(undefined),
  page: z.coerce.number().int().min(1).default(1).catch(1),
  limit: z.coerce.number().int().min(1).max(10_000).default(20).catch(20),
})
export type RulesSearch = z.output<typeof rulesSearch>
export type RuleFilters = Omit<RulesSearch, 'page' | 'limit'>

/** Limit of a request for a complete list. */
export const maxComplete = 1000

export const noFilters: RuleFilters = {
  id: undefined,
  from: undefined,
  matching: 'contains',
  note: undefined,
  enabled: undefined,
  action: undefined,
  source: undefined,
  failing: undefined,
}

const parameter = { contains: 'like_from', matches: 'match_from', is: 'from' } as const

/** Query parameters for the broker. Whitespace at the ends is removed. */
export function queryOf({ id, from, matching, note, enabled, action, source, page, limit }: RulesSearch): RuleQuery {
  return {
    page,
    limit,
    ...some('like_id', id?.trim()),
    ...some(parameter[matching], from?.trim()),
    ...some('like_description', note?.trim()),
    ...(enabled !== undefined && { enable: enabled === 'true' }),
    ...(action && action.length > 0 && { action }),
    ...(source && source.length > 0 && { source }),
  }
}

export const filtersIn = ({ id, from, note, enabled, action, source, failing }: RuleFilters): number =>
  [id, from, note, enabled, action, source, failing].filter((one) => one !== undefined && one.length > 0).length

const some = <Name extends string>(name: Name, value: string | undefined): { readonly [name in Name]?: string } =>
  // TypeScript does not keep the type of a computed key.
  (value ? { [name]: value } : {}) as { [name in Name]?: string }
