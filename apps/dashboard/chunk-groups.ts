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

/** What the browser loads on demand: a page, or a part of one. */
export interface Entry {
  /** How much its bytes and requests count. */
  readonly weight: number
  /** Part of the first load, which only has what one of its entries needs. */
  readonly isFirst: boolean
  /** Files that it may need at most. */
  readonly limit: number
}

/** Compressed bytes that take as long as a request: 150 ms at 1.44 Mb/s, six at a time. */
const requestCost = 4_500
/** Requests of an entry above its limit cost more, step by step. */
const costStep = 1.4
const maxSteps = 16

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
    grouping.join()
    const exceeding = entries.flatMap(({ limit }, entry) => (grouping.filesOf(entry) > limit ? [entry] : []))
    if (exceeding.length === 0 || step === maxSteps)
      return parts.map(({ isFixed }, part) => (isFixed ? undefined : grouping.numberOf(part)))
    for (const entry of exceeding) costs[entry] = (costs[entry] ?? requestCost) * costStep
  }
}

function createGrouping(parts: readonly Part[], entries: readonly Entry[], costs: readonly number[]) {
  const groups = parts.map((part) => createGroup(part, entries))
  const numbers = parts.map((_, part) => part)
  /** What a group costs all entries that load it, in bytes. */
  const costOf = (bytes: number, files: number, isLoading: (entry: number) => boolean): number => {
    let sum = 0
    for (let entry = 0; entry < entries.length; entry++)
      if (isLoading(entry)) sum += (entries[entry]?.weight ?? 1) * (bytes + files * (costs[entry] ?? requestCost))
    return sum
  }
  for (const group of groups) group.cost = costOf(bytesIn(group), filesIn(group), (entry) => group.loadedBy[entry] === 1)
  const costOfBoth = (one: Group, other: Group): number =>
    costOf(
      bytesIn(one) + bytesIn(other),
      filesIn({ styles: one.styles + other.styles }),
      (entry) => one.loadedBy[entry] === 1 || other.loadedBy[entry] === 1,
    )
  const gains = createGains(parts.length, (high, low) => {
    const [one, other] = [groups[high], groups[low]]
    return one?.isOpen && other?.isOpen && one.isFirst === other.isFirst ? one.cost + other.cost - costOfBoth(one, other) : 0
  })

  return {
    /** Joins pairs of groups as long as this saves something, the most valuable first. */
    join() {
      for (let pair = gains.best(); pair; pair = gains.best()) {
        const [kept, gone] = pair
        const changed = numbers.map((number) => (number === gone ? kept : number))
        const [one, other] = [groups[kept], groups[gone]]
        if (!one || !other || isCyclic(parts, changed)) {
          gains.exclude(kept, gone)
          continue
        }
        one.cost = costOfBoth(one, other)
        one.scripts += other.scripts
        one.styles += other.styles
        for (const [entry, isLoading] of other.loadedBy.entries()) if (isLoading) one.loadedBy[entry] = 1
        other.loadedBy.fill(0)
        other.isOpen = false
        for (const [part, number] of changed.entries()) numbers[part] = number
        gains.update(kept)
        gains.update(gone)
      }
    },
    filesOf: (entry: number) => groups.reduce((sum, group) => sum + (group.loadedBy[entry] ? filesIn(group) : 0), 0),
    numberOf: (part: number) => numbers[part],
  }
}

interface Group {
  scripts: number
  styles: number
  cost: number
  /** Whether others may be joined with it. */
  isOpen: boolean
  readonly isFirst: boolean
  /** 1 for each entry that loads it. */
  readonly loadedBy: Uint8Array
}

function createGroup(part: Part, entries: readonly Entry[]): Group {
  const { scripts, styles, isFixed } = part
  const loadedBy = new Uint8Array(entries.length)
  for (const entry of part.entries) loadedBy[entry] = 1
  const isFirst = part.entries.some((entry) => entries[entry]?.isFirst)
  return { scripts, styles, cost: 0, isOpen: !isFixed, isFirst, loadedBy }
}

const bytesIn = ({ scripts, styles }: Group): number => scripts + styles
const filesIn = ({ styles }: Pick<Group, 'styles'>): number => (styles > 0 ? 2 : 1)

/** What joining each pair of groups saves. */
function createGains(count: number, gainOf: (one: number, other: number) => number) {
  const rows = Array.from({ length: count }, (_, high) => Float64Array.from({ length: high }, (_, low) => gainOf(high, low)))
  const set = (one: number, other: number, gain: number) => {
    const row = rows[Math.max(one, other)]
    if (row && one !== other) row[Math.min(one, other)] = gain
  }
  return {
    update(changed: number) {
      for (let index = 0; index < count; index++) set(changed, index, gainOf(Math.max(changed, index), Math.min(changed, index)))
    },
    exclude: (one: number, other: number) => set(one, other, 0),
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

/** Whether a group would import itself by way of others, if each part were in the group with this number. */
function isCyclic(parts: readonly Part[], numbers: readonly number[]): boolean {
  const importers = parts.map(() => new Set<number>())
  const waiting = new Uint16Array(parts.length)
  for (const [part, { imports }] of parts.entries())
    for (const imported of imports) {
      const from = numbers[part] ?? part
      const to = numbers[imported] ?? imported
      if (from === to || importers[to]?.has(from)) continue
      importers[to]?.add(from)
      waiting[from] = (waiting[from] ?? 0) + 1
    }
  const ready = [...waiting.keys()].filter((group) => waiting[group] === 0)
  let done = 0
  for (let group = ready.pop(); group !== undefined; group = ready.pop()) {
    done++
    for (const importer of importers[group] ?? []) {
      waiting[importer] = (waiting[importer] ?? 1) - 1
      if (waiting[importer] === 0) ready.push(importer)
    }
  }
  return done < parts.length
}
