export interface ChangedPath {
  /** Keys and array indexes joined by dots: `mqtt.max_inflight`, `rewrite.0.action`. Dots in keys are not escaped. */
  readonly path: string
  /** Undefined if it was added. */
  readonly before: unknown
  /** Undefined if it was removed. */
  readonly after: unknown
}

/**
 * The differences of two JSON values, sorted by path (`a.2` before `a.10`). Objects and arrays are compared
 * recursively; an object or array on one side only is one change. An undefined key counts as missing.
 */
export function changedPaths(before: unknown, after: unknown): readonly ChangedPath[] {
  const found: { readonly steps: readonly string[]; readonly before: unknown; readonly after: unknown }[] = []
  const visit = (steps: readonly string[], old: unknown, young: unknown): void => {
    if (Object.is(old, young)) return
    const [oldParts, youngParts] = [partsOf(old), partsOf(young)]
    if (!oldParts || !youngParts || Array.isArray(old) !== Array.isArray(young)) {
      found.push({ steps, before: old, after: young })
      return
    }
    for (const name of new Set([...oldParts.keys(), ...youngParts.keys()])) {
      visit([...steps, name], oldParts.get(name), youngParts.get(name))
    }
  }
  visit([], before, after)
  return found
    .sort((a, b) => compareSteps(a.steps, b.steps))
    .map(({ steps, ...values }) => ({ path: steps.join('.'), ...values }))
}

function partsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined
}

function compareSteps(a: readonly string[], b: readonly string[]): number {
  for (const [index, step] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (step !== other)
      return /^\d+$/.test(step) && /^\d+$/.test(other) ? Number(step) - Number(other) : step < other ? -1 : 1
  }
  return a.length - b.length
}
