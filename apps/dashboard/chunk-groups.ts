/** Modules that the same entries load, and so one file if nothing joins it with others. */
export interface Part {
  /** Compressed bytes of its scripts, and of its styles, which are a file of their own. */
  readonly scripts: number
  readonly styles: number
  /** Indexes of the parts that it imports. */
  readonly imports: readonly number[]
  /** Indexes of the entries that load it. */
  readonly entries: readonly number[]
  /** Not joined with others: the part of an entry itself. */
  readonly isFixed: boolean
}

/** A page or a part of a page that the browser loads on demand. */
export interface Entry {
  /** How much its bytes and requests count. */
  readonly weight: number
  /** When it is loaded. Parts of an early stage are not joined with parts that only later stages need. */
  readonly stage: number
  /** Files that it may need at most, besides fixed ones. */
  readonly limit: number
}

/** Compressed bytes that take as long as a request: 150 ms at 1.44 Mb/s, six at a time. */
const requestCost = 4_500
/** Requests of an entry above its limit cost more, step by step. */
const costStep = 1.4
const maxSteps = 10
/** Compressed bytes of a joined file, except the first. A small change to a larger one would be loaded as a whole again. */
const maxFile = 150_000

/**
 * Joins parts to groups, each of which becomes one file. Parts are joined where the requests that this saves cost more than the bytes
 * that entries then load without needing them. No group imports itself by way of another, so that modules run in their order.
 * @returns for each part the number of its group, or undefined for fixed parts
 */
export function groupParts(parts: readonly Part[], entries: readonly Entry[]): readonly (number | undefined)[] {
  const costs = entries.map(() => requestCost)
  for (let step = 0; ; step++) {
    // From the beginning, because what was joined at a lower cost is seldom the best at a higher one.
    const grouping = createGrouping(parts, entries, costs)
    while (grouping.join());
    const exceeding = entries.flatMap(({ limit }, entry) => (grouping.filesOf(entry) > limit ? [entry] : []))
    if (exceeding.length === 0 || step === maxSteps)
      return parts.map(({ isFixed }, part) => (isFixed ? undefined : grouping.numberOf(part)))
    for (const entry of exceeding) costs[entry] = (costs[entry] ?? requestCost) * costStep
  }
}

function createGrouping(parts: readonly Part[], entries: readonly Entry[], costs: readonly number[]) {
  const groups = parts.map((part) => createGroup(part, entries))
  const numbers = parts.map((_, part) => part)
  /** Cost of a file for all entries that load it, in bytes. */
  const costOf = (bytes: number, files: number, isLoading: (entry: number) => boolean): number => {
    let sum = 0
    for (let entry = 0; entry < entries.length; entry++)
      if (isLoading(entry)) sum += (entries[entry]?.weight ?? 1) * (bytes + files * (costs[entry] ?? requestCost))
    return sum
  }
  const costOfOne = (group: Group) => costOf(bytesIn(group), filesIn(group), (entry) => group.loadedBy[entry] === 1)
  const costOfBoth = (one: Group, other: Group): number =>
    costOf(
      bytesIn(one) + bytesIn(other),
      filesIn({ styles: one.styles + other.styles }),
      (entry) => one.loadedBy[entry] === 1 || other.loadedBy[entry] === 1,
    )
  for (const group of groups) group.cost = costOfOne(group)
  /** The gain of joining two groups. Does not include the imports that their entries then load in addition. */
  const gainOf = (one: Group | undefined, other: Group | undefined): number =>
    one?.isOpen &&
    other?.isOpen &&
    one.stage === other.stage &&
    (one.stage === 0 || bytesIn(one) + bytesIn(other) <= maxFile)
      ? one.cost + other.cost - costOfBoth(one, other)
      : 0
  /** Cost of the imports that the entries of `group` would load in addition if they loaded `importing`. */
  const costOfImports = (group: Group, importing: Group): number => {
    let sum = 0
    for (const number of importedBy(importing)) {
      const imported = groups[number]
      if (!imported || imported === group) continue
      const isNew = (entry: number) => group.loadedBy[entry] === 1 && imported.loadedBy[entry] === 0
      sum += costOf(bytesIn(imported), filesIn(imported), isNew)
    }
    return sum
  }
  /** The groups that are loaded with a group. */
  const importedBy = (group: Group): ReadonlySet<number> => {
    const found = new Set<number>()
    const pending = [...group.imports]
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      if (found.has(number)) continue
      found.add(number)
      pending.push(...(groups[number]?.imports ?? []))
    }
    return found
  }
  const join = (kept: number, gone: number, one: Group, other: Group) => {
    one.scripts += other.scripts
    one.styles += other.styles
    addAll(one.loadedBy, other.loadedBy)
    for (const number of other.imports) one.imports.add(number)
    other.loadedBy.fill(0)
    other.imports.clear()
    other.isOpen = false
    for (const group of groups) if (group.imports.delete(gone)) group.imports.add(kept)
    one.imports.delete(kept)
    for (const [part, number] of numbers.entries()) if (number === gone) numbers[part] = kept
    one.cost = costOfOne(one)
    for (const number of importedBy(one)) {
      const imported = groups[number]
      if (imported && addAll(imported.loadedBy, one.loadedBy)) imported.cost = costOfOne(imported)
    }
  }

  return {
    /** Joins pairs of groups as long as this saves something, the most valuable first. @returns whether it joined any */
    join(): boolean {
      const gains = createGains(parts.length, (high, low) => gainOf(groups[high], groups[low]))
      const exact = new Set<string>()
      let hasJoined = false
      for (let pair = gains.best(); pair; pair = gains.best()) {
        const [kept, gone] = pair
        const [one, other] = [groups[kept], groups[gone]]
        const key = `${kept} ${gone}`
        if (!one || !other || isCyclic(importedBy, groups, kept, gone)) gains.set(kept, gone, 0)
        else if (!exact.has(key)) {
          exact.add(key)
          gains.set(kept, gone, gainOf(one, other) - costOfImports(one, other) - costOfImports(other, one))
        } else {
          join(kept, gone, one, other)
          hasJoined = true
          for (const changed of [...exact]) if (changed.split(' ').includes(`${kept}`)) exact.delete(changed)
          gains.update(kept)
          gains.update(gone)
        }
      }
      return hasJoined
    },
    filesOf: (entry: number) =>
      groups.reduce((sum, group) => sum + (group.isOpen && group.loadedBy[entry] ? filesIn(group) : 0), 0),
    numberOf: (part: number) => numbers[part],
  }
}

interface Group {
  scripts: number
  styles: number
  cost: number
  /** Whether others may be joined with it. */
  isOpen: boolean
  /** The earliest one of its entries. */
  readonly stage: number
  /** 1 for each entry that loads it. */
  readonly loadedBy: Uint8Array
  /** Numbers of the groups that it imports. */
  readonly imports: Set<number>
}

function createGroup(part: Part, entries: readonly Entry[]): Group {
  const { scripts, styles, isFixed } = part
  const loadedBy = new Uint8Array(entries.length)
  for (const entry of part.entries) loadedBy[entry] = 1
  const earliest = Math.min(...part.entries.map((entry) => entries[entry]?.stage ?? 0))
  // The few styles that every page needs after it has appeared are not worth a request of their own.
  const stage = scripts === 0 && earliest === 1 ? 0 : earliest
  return { scripts, styles, cost: 0, isOpen: !isFixed, stage, loadedBy, imports: new Set(part.imports) }
}

const bytesIn = ({ scripts, styles }: Group): number => scripts + styles
const filesIn = ({ styles }: Pick<Group, 'styles'>): number => (styles > 0 ? 2 : 1)

/** The gain of joining each pair of groups. */
function createGains(count: number, gainOf: (one: number, other: number) => number) {
  const rows = Array.from({ length: count }, (_, high) =>
    Float64Array.from({ length: high }, (_, low) => gainOf(high, low)),
  )
  const set = (one: number, other: number, gain: number) => {
    const row = rows[Math.max(one, other)]
    if (row && one !== other) row[Math.min(one, other)] = gain
  }
  return {
    update(changed: number) {
      for (let index = 0; index < count; index++)
        set(changed, index, gainOf(Math.max(changed, index), Math.min(changed, index)))
    },
    set,
    best(): readonly [number, number] | undefined {
      let most = 0
      let pair: readonly [number, number] | undefined
      for (const [high, row] of rows.entries())
        for (let low = 0; low < high; low++) {
          const gain = row[low] ?? 0
          if (gain <= most) continue
          most = gain
          pair = [high, low]
        }
      return pair
    },
  }
}

/** Whether two groups, joined to one, would import themselves by way of others. */
function isCyclic(
  importedBy: (group: Group) => ReadonlySet<number>,
  groups: readonly Group[],
  one: number,
  other: number,
): boolean {
  const isReached = (from: number, to: number) =>
    [...(groups[from]?.imports ?? [])].some((number) => {
      const group = groups[number]
      return number !== to && group && importedBy(group).has(to)
    })
  return isReached(one, other) || isReached(other, one)
}

/** @returns whether this changes anything */
function addAll(loadedBy: Uint8Array, more: Uint8Array): boolean {
  let isChanged = false
  for (const [entry, isLoading] of more.entries()) {
    if (!isLoading || loadedBy[entry]) continue
    loadedBy[entry] = 1
    isChanged = true
  }
  return isChanged
}
