import type { Value } from '@mqdeck/kit/json'
import type { IndexSegment, PathExpression, Segment } from './ast.ts'
import { type Index, type Step, valueAt } from './nested.ts'
import { lookUp, type Scope, valueInside } from './scope.ts'

/** Undefined if the path does not exist. Throws `SqlError` only if the payload is not JSON. */
export function compilePath({ segments: [root, ...rest] }: PathExpression): (scope: Scope) => Value {
  if (rest.length === 0) return (scope) => lookUp(scope, root.name)
  const fixed = fixedSteps(rest)
  if (fixed !== undefined) return (scope) => valueInside(scope, root.name, (value) => valueAlong(value, fixed))
  return (scope) => valueInside(scope, root.name, (value) => valueAlong(value, stepsIn(rest, scope, value)))
}

/** The steps of an alias after its first name, with resolved indexes. */
export function compileSteps(segments: readonly Segment[]): (scope: Scope) => readonly Step[] {
  const fixed = fixedSteps(segments)
  return fixed === undefined ? (scope) => stepsIn(segments, scope, undefined) : () => fixed
}

function fixedSteps(segments: readonly Segment[]): readonly Step[] | undefined {
  const steps: Step[] = []
  for (const segment of segments) {
    if (segment.kind === 'key') steps.push({ key: segment.name })
    else if (typeof segment.at === 'object') return undefined
    else steps.push({ index: typeof segment.at === 'number' ? BigInt(segment.at) : segment.at })
  }
  return steps
}

function stepsIn(segments: readonly Segment[], scope: Scope, whole: Value): readonly Step[] {
  return segments.map((segment): Step => {
    return segment.kind === 'key' ? { key: segment.name } : { index: indexOf(segment, scope, whole) }
  })
}

/** EMQX looks up the name of an index inside of the payload. Here all columns are searched too. */
function indexOf({ at }: IndexSegment, scope: Scope, whole: Value): Index {
  if (at === 'head' || at === 'tail') return at
  if (typeof at === 'number') return BigInt(at)
  const inside = whole === undefined ? undefined : valueAlong(whole, stepsIn(at.segments, scope, undefined))
  const value = inside === undefined ? compilePath(at)(scope) : inside
  return typeof value === 'bigint' ? value : undefined
}

function valueAlong(value: Value, steps: readonly Step[]): Value {
  let found = value
  for (const step of steps) {
    if (found === undefined) return undefined
    found = valueAt(found, step)
  }
  return found
}
