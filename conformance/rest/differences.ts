import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A difference from EMQX: `where` is the operation or recording, `what` the difference. */
export interface Difference {
  readonly where: string
  readonly what: string
}

const file = fileURLToPath(new URL('../differences.md', import.meta.url))

/**
 * Rows of one section of `differences.md`. Every row must have a reason. `type {a,b}` stands for two rows, `type a` and
 * `type b`.
 */
export function listedDifferences(section: string): readonly Difference[] {
  const text = readFileSync(file, 'utf8').split(`\n## ${section}\n`)[1]?.split('\n## ', 1)[0]
  if (text === undefined) throw new Error(`differences.md has no section "${section}"`)
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).flatMap((row) => {
    const [where, what, reason, ...rest] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
    if (!where || !what || !reason || rest.length > 0) throw new Error(`not "| where | what | reason |": ${row}`)
    return spellOut(what).map((one) => ({ where, what: one }))
  })
}

function spellOut(what: string): readonly string[] {
  const [list, words] = /\{(\w+(?:,\w+)+)\}/.exec(what) ?? []
  return list === undefined || words === undefined ? [what] : words.split(',').map((word) => what.replace(list, word))
}

/**
 * Differences that are not listed, and listed differences that were not found. Both must be empty. A `*` in a row
 * matches any text, so that one row can describe a group of fields.
 */
export function compareWithList(found: readonly Difference[], listed: readonly Difference[]) {
  const foundTexts = [...new Set(found.map(textOf))]
  const rows = listed.map((row) => ({ text: textOf(row), fits: toPattern(textOf(row)) }))
  return {
    unlisted: foundTexts.filter((one) => !rows.some(({ fits }) => fits.test(one))),
    obsolete: rows.filter(({ fits }) => !foundTexts.some((one) => fits.test(one))).map(({ text }) => text),
  }
}

const textOf = ({ where, what }: Difference) => `${where} | ${what}`

const toPattern = (text: string) =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
      .join('.*')}$`,
  )
