import type { AclRule } from '../rules/rule.ts'
import type { AclFile, PlacedRule, RulePart } from './parse-acl.ts'
import { isForEverything, printParts, printRule } from './print-acl.ts'
import type { Span } from './terms.ts'

/** A valid ACL text and its rules from `parseAcl`. Changes keep every other character of the text. */
export interface AclText extends Pick<AclFile, 'rules'> {
  readonly text: string
}

/** Replaces one rule. Only the changed parts of its text are rewritten. */
export function withRule({ text, rules }: AclText, index: number, next: AclRule): string {
  const placed = rules[index]
  if (!placed) return text
  const changes = changesOf(placed, next)
  const lost = changes.flatMap(({ from, to }) => commentsIn(text.slice(from, to)))
  let changed = text
  for (const { from, to, insert } of changes.toReversed()) changed = splice(changed, from, to, insert)
  if (lost.length === 0) return changed
  // Comments inside of the rule move above it.
  const eol = eolOf(text)
  const start = isLineStart(text, placed.from) ? '' : eol
  return splice(changed, placed.from, placed.from, `${start}${lost.map((comment) => comment + eol).join('')}`)
}

/** Adds a rule at the end, but before a last rule that matches everything, since no rule after that is checked. */
export function withNewRule({ text, rules }: AclText, rule: AclRule): string {
  const eol = eolOf(text)
  const blocks = blocksOf({ text, rules })
  const last = blocks.at(-1)
  const gap = text.slice(blocks.at(-2)?.to ?? last?.to, last?.from)
  const distance = eol.repeat(/\n[ \t]*\r?\n/.test(gap) ? 2 : 1)
  const printed = `${printRule(rule)}.`
  if (last && isForEverything(last.placed.rule)) return splice(text, last.from, last.from, printed + distance)
  const separator = text === '' || text.endsWith('\n') ? '' : eol
  return `${text}${separator}${last ? distance.slice(eol.length) : ''}${printed}${eol}`
}

/** Deletes a rule with its comment, see `commentsOfRules`. */
export function withoutRule(acl: AclText, index: number): string {
  const { text } = acl
  const block = blocksOf(acl)[index]
  if (!block) return text
  const before = text.slice(0, block.from)
  const after = text.slice(block.to)
  if (!isLineStart(text, block.from)) return before + after.replace(/^[ \t]+/, '')
  const rest = after.replace(/^[ \t]*(\r?\n|$)/, '')
  // Also delete one of the two empty lines around it.
  const isParted = before === '' || /\n[ \t]*\r?\n$/.test(before)
  return before + (isParted && rest !== after ? rest.replace(/^[ \t]*\r?\n/, '') : rest.replace(/^[ \t]+(?=\{)/, ''))
}

/** Moves the rule at `from`, with its comment, to the position of the rule at `to`. Text between rules stays in place. */
export function withMovedRule(acl: AclText, from: number, to: number): string {
  const { text } = acl
  const blocks = blocksOf(acl)
  const moved = blocks.toSpliced(from, 1).toSpliced(to, 0, ...blocks.slice(from, from + 1))
  const gaps = [...blocks, undefined].map((block, index) => text.slice(blocks[index - 1]?.to ?? 0, block?.from))
  const eol = eolOf(text)
  let result = gaps[0] ?? ''
  for (const [index, block] of moved.entries()) {
    const own = text.slice(block.from, block.to)
    const gap = gaps[index + 1] ?? ''
    const isBeside = result !== '' && !result.endsWith('\n')
    result += (isBeside && own.startsWith('%') ? eol : '') + own
    // A rule after a comment on the same line would become part of the comment.
    const isOpen = block.to > block.placed.end && index < moved.length - 1 && !/^[ \t]*\r?\n/.test(gap)
    result += (isOpen ? eol : '') + gap
  }
  return result
}

/**
 * Lines of the comment of each rule: the lines directly above the rule, and the comment after it. It moves with its
 * rule. Comments that are separated from the rule by an empty line do not belong to a rule.
 */
export const commentsOfRules = (acl: AclText): readonly (readonly string[])[] =>
  blocksOf(acl).map(({ from, to }) =>
    commentsIn(acl.text.slice(from, to)).map((line) => line.replace(/^%+\s*|\s+$/g, '')),
  )

/** A rule with its dot and comment. */
interface Block extends Span {
  readonly placed: PlacedRule
}

function blocksOf({ text, rules }: AclText): readonly Block[] {
  const blocks: Block[] = []
  for (const placed of rules) {
    const from = startOf(text, placed.from, blocks.at(-1)?.to ?? 0)
    const behind = /^[ \t]*%[^\r\n]*/.exec(lineAt(text, placed.end))?.[0] ?? ''
    blocks.push({ placed, from, to: placed.end + behind.length })
  }
  return blocks
}

/** Offset of the first comment line directly above the rule, or of the rule. */
function startOf(text: string, ruleStart: number, least: number): number {
  if (!isLineStart(text, ruleStart)) return ruleStart
  let start = text.lastIndexOf('\n', ruleStart - 1) + 1
  while (start > least) {
    const above = text.lastIndexOf('\n', start - 2) + 1
    if (above < least || start === 0 || !/^[ \t]*%/.test(text.slice(above, start))) break
    start = above
  }
  return Math.max(start, least)
}

const lineAt = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return text.slice(at, end < 0 ? undefined : end)
}

const isLineStart = (text: string, at: number) => text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === ''

interface Change extends Span {
  readonly insert: string
}

function changesOf({ rule, parts, ...whole }: PlacedRule, next: AclRule): readonly Change[] {
  if (!parts || isForEverything(next)) return [{ from: whole.from, to: whole.to, insert: printRule(next) }]
  const before = printParts(rule)
  const after = printParts(next)
  return partNames
    .filter((part) => before[part] !== after[part])
    .map((part) => ({ from: parts[part].from, to: parts[part].to, insert: after[part] }))
}

/** In the order of the text. */
const partNames: readonly RulePart[] = ['permission', 'who', 'action', 'topics']

/** Skips `%` inside of strings. */
const commentsIn = (text: string): readonly string[] =>
  (text.match(/"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|%[^\r\n]*/g) ?? []).filter((found) =>
    found.startsWith('%'),
  )

const eolOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

const splice = (text: string, from: number, to: number, insert: string) => text.slice(0, from) + insert + text.slice(to)
