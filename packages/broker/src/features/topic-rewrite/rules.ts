import { matchesFilter, type PlainValue, type rewriteRule } from '@mqdeck/contract'
import { RE2JS, RE2JSException } from 're2js'
import { splitFilter, troubleWithFilter } from '../filters.ts'
import { type Destination, parseDestination } from './destination.ts'

/**
 * One element of EMQX's `rewrite` (`PUT /mqtt/topic_rewrite`): `re` is a regular expression of RE2, whose groups are `$1` to
 * `$9` of `dest_topic`.
 */
export type RewriteRule = Readonly<PlainValue<typeof rewriteRule>>

/** An invalid rule: its index, the error and the invalid value. */
export interface RewriteRuleProblem {
  readonly index: number
  readonly field: keyof RewriteRule
  readonly reason: string
  readonly value: string
}

/** Errors of the rules in their order; empty if all are valid. */
export function checkRewriteRules(rules: readonly RewriteRule[]): readonly RewriteRuleProblem[] {
  return rules.flatMap((rule, index) => {
    const reasons: Partial<Record<keyof RewriteRule, string | undefined>> = {
      source_topic: troubleWithSource(rule.source_topic),
      re: troubleWithPattern(rule.re),
      dest_topic: troubleWithDestination(rule),
    }
    return fields.flatMap((field) => {
      const reason = reasons[field]
      return reason === undefined ? [] : [{ index, field, reason, value: rule[field] }]
    })
  })
}

const fields = ['source_topic', 're', 'dest_topic'] as const

/** A compiled rule. */
export interface CompiledRewrite {
  readonly rule: RewriteRule
  readonly matches: (topic: string) => boolean
  readonly pattern: RE2JS
  readonly destination: Destination
}

/** @throws {Error} if `checkRewriteRules` reports errors */
export const compileRule = (rule: RewriteRule): CompiledRewrite => ({
  rule,
  matches: (topic) => matchesFilter(rule.source_topic, topic),
  pattern: RE2JS.compile(rule.re),
  destination: parseDestination(rule.dest_topic),
})

function troubleWithSource(source: string): string | undefined {
  const [before] = splitFilter(source)
  if (before === '') return troubleWithFilter(source)
  return `Leave ${before} away: rules apply to the filter that comes after it.`
}

/**
 * Topics are chosen by clients, and an engine that backtracks takes exponential time with some patterns (`^(a+)+$`): one
 * client could stop the broker. RE2 takes linear time. It does not support lookaround and backreferences.
 */
function troubleWithPattern(source: string): string | undefined {
  try {
    RE2JS.compile(source)
    return undefined
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const detail = error.message.replace(/^error parsing regexp: /, '')
    const hint = /\(\?<?[=!]|\\[1-9]/.test(source) ? ' Look-around and back-references are not supported.' : ''
    return `This is not a regular expression of RE2: ${detail}.${hint}`
  }
}

function troubleWithDestination({ action, dest_topic }: RewriteRule): string | undefined {
  if (dest_topic === '') return 'The topic to rewrite to is missing.'
  if (dest_topic.includes('\0')) return 'A topic cannot contain the character U+0000.'
  if (action === 'publish' && /[+#]/.test(dest_topic)) return 'A message cannot be published to a topic with wildcards.'
  return undefined
}
