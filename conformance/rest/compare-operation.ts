import { isRecord } from '@mqdeck/contract'
import { type Json, listAt, objectAt } from '@mqdeck/testkit'
import { compareSchema, type SchemaComparison } from './compare-schema.ts'

export interface OperationComparison {
  readonly resolve: SchemaComparison['resolve']
  /** Whether EMQX responded to `status` with a field at `path` that is not in its document. */
  readonly isRecorded: (status: string, path: string) => boolean
  readonly report: (what: string) => void
}

/** Compares parameters, body, answers, error codes, security and tag of one operation. */
export function compareOperation(theirs: Json, ours: Json, comparison: OperationComparison): void {
  compareParameters(theirs, ours, comparison)
  compareBodies(theirs, ours, comparison)
  compareAnswers(theirs, ours, comparison)
  for (const part of ['security', 'tags']) {
    const [there, here] = [JSON.stringify(theirs[part]), JSON.stringify(ours[part])]
    if (there !== here) comparison.report(`${part}: ${there} in EMQX, ${here} in MQDeck`)
  }
}

function compareParameters(theirs: Json, ours: Json, { resolve, report }: OperationComparison): void {
  const left = parametersOf(theirs, resolve)
  const right = parametersOf(ours, resolve)
  for (const [key, parameter] of left) {
    const other = right.get(key)
    if (!other) {
      report(`${key}: missing`)
      continue
    }
    const [there, here] = [parameter.required === true, other.required === true]
    if (there !== here) report(`${key}: required is ${there} in EMQX, ${here} in MQDeck`)
    const inner = { direction: 'in', resolve, isRecorded: () => false, report } as const
    compareSchema(parameter.schema, other.schema, key, inner)
  }
  for (const key of right.keys()) if (!left.has(key)) report(`${key}: not in EMQX`)
}

const parametersOf = (operation: Json, resolve: SchemaComparison['resolve']) =>
  new Map(
    listAt(operation, 'parameters')
      .map(resolve)
      .map((one) => [`${one.in} parameter ${one.name}`, one]),
  )

function compareBodies(theirs: Json, ours: Json, { resolve, report }: OperationComparison): void {
  const left = jsonSchema(theirs.requestBody)
  const right = jsonSchema(ours.requestBody)
  const inner = { direction: 'in', resolve, isRecorded: () => false } as const
  if (left === undefined && right === undefined) return
  compareSchema(left, right, '', { ...inner, report: (what) => report(`body ${what}`) })
}

function compareAnswers(theirs: Json, ours: Json, { resolve, isRecorded, report }: OperationComparison): void {
  const left = objectAt(theirs, 'responses')
  const right = objectAt(ours, 'responses')
  for (const status of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (!(status in right)) report(`answer ${status}: missing`)
    else if (!(status in left)) report(`answer ${status}: not in EMQX`)
    else {
      compareSchema(jsonSchema(left[status]), jsonSchema(right[status]), '', {
        direction: 'out',
        resolve,
        isRecorded: (path) => isRecorded(status, path),
        report: (what) => report(`answer ${status} ${what}`),
      })
    }
  }
}

function jsonSchema(holder: unknown): unknown {
  const content = objectAt(objectAt(holder, 'content'), 'application/json')
  return isRecord(content.schema) ? content.schema : undefined
}
