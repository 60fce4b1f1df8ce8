import type { MigrationItem, MigrationState, MigrationTarget } from '@mqdeck/contract'

/** Result of a migration. `--json` prints it as JSON. */
export interface MigrationReport {
  readonly target: MigrationTarget
  /** False for a plan. */
  readonly applied: boolean
  readonly items: readonly MigrationItem[]
}

const words: Readonly<Record<MigrationState, string>> = {
  create: 'to create',
  change: 'to overwrite',
  differs: 'different on target',
  equal: 'identical',
  impossible: 'impossible',
  created: 'created',
  changed: 'overwritten',
  failed: 'failed',
  blocked: 'blocked',
  cancelled: 'not reached',
}

/** A table for the terminal with the result and the reason of each item. */
export function toText({ target, applied, items }: MigrationReport): string {
  const rows = items.map((item) => [words[item.state], item.id, about(item)] as const)
  const widths = [0, 1].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const table = rows.map(([state, id, rest]) =>
    `  ${state.padEnd(widths[0] ?? 0)}  ${id.padEnd(widths[1] ?? 0)}  ${rest}`.trimEnd(),
  )
  const nodes = target.nodes === 1 ? '1 node' : `${target.nodes} nodes`
  return [
    `Target: ${target.url}, ${target.edition} ${target.version}, ${nodes}`,
    '',
    ...(items.length === 0 ? ['  There is nothing to migrate.'] : table),
    '',
    `${summary(items)}${applied ? '' : ' Nothing was changed. Use --apply to migrate.'}`,
  ].join('\n')
}

/** Items that could have been migrated but were not. */
export const hasFailed = (items: readonly MigrationItem[]): boolean =>
  items.some(({ state }) => state === 'failed' || state === 'blocked' || state === 'cancelled')

function about({ detail, differences, counts, reason, state }: MigrationItem): string {
  const parts = [
    counts && countsText(counts, state),
    state === 'blocked' || reason === 'needs' ? `needs ${detail}` : detail,
    differences.join(', '),
  ]
  // One line each, even if the message of the target has several.
  return parts.filter(Boolean).join('; ').replace(/\s+/g, ' ')
}

function countsText({ total, missing, differs, failed }: NonNullable<MigrationItem['counts']>, state: MigrationState) {
  if (state === 'created' || state === 'equal' || state === 'impossible') return `${total}`
  const parts = [
    failed > 0 && `${failed} failed`,
    missing > 0 && `${missing} missing`,
    differs > 0 && `${differs} differ`,
  ]
  const some = parts.filter((part) => part !== false)
  return some.length === 0 ? `${total}` : `${some.join(', ')} of ${total}`
}

function summary(items: readonly MigrationItem[]): string {
  const counted = Object.entries(words).flatMap(([state, word]) => {
    const count = items.filter((item) => item.state === state).length
    return count === 0 ? [] : [`${count} ${word}`]
  })
  return counted.length === 0 ? '' : `${counted.join(', ')}.`
}
