import {
  HoconError,
  type HoconObject,
  inspectInput,
  isRecord,
  readHoconWithPositions,
  type TextPosition,
} from '@mqdeck/contract'
import { closest } from '../start-options/closest.ts'
import { isRootName, type RootName, rootKinds, rootNames } from './roots.ts'

/** An error in a text with its place. */
export interface Problem extends Partial<TextPosition> {
  /** `mqtt.max_inflight`. Empty if the text is not valid HOCON. */
  readonly path: string
  /** End of a sentence that starts with the path: `must be between 1 and 65535`. */
  readonly reason: string
}

export interface ReadText {
  readonly roots: Readonly<Partial<Record<RootName, unknown>>>
  readonly problems: readonly Problem[]
  /** Place of a key, or of its closest parent. */
  readonly lineOf: LineOf
}
export type LineOf = (path: readonly (string | number)[]) => TextPosition | undefined

/** Maximum number of errors reported for one text. */
const maxProblems = 100

interface ReadOptions {
  /** Roots of EMQX that cannot be changed here. */
  readonly readOnly?: readonly string[]
  /** Roots, or members of a root such as `gateway.ocpp`, that are not read. */
  readonly skipReadOnly?: readonly string[]
}

/**
 * Parses a text root by root.
 * @param complete merges the values in the text with the values that it does not contain
 */
export function readText(
  text: string,
  complete: (name: RootName, value: unknown) => unknown,
  { readOnly = [], skipReadOnly = [] }: ReadOptions = {},
): ReadText {
  const document = parse(text)
  if ('problem' in document) return { roots: {}, problems: [document.problem], lineOf: () => undefined }
  const { value, positionOf } = document
  const roots: Partial<Record<RootName, unknown>> = {}
  const problems: Problem[] = []
  const passedOver = new Set(skipReadOnly)
  const addProblem = (path: readonly (string | number)[], reason: string) =>
    problems.push({ path: path.join('.'), reason, ...positionOf(path) })
  for (const [name, written] of Object.entries(value)) {
    if (passedOver.has(name)) continue
    if (problems.length === maxProblems) {
      problems.push({ path: '', reason: `only the first ${maxProblems} errors are listed` })
      break
    }
    if (!isRootName(name)) {
      addProblem([name], readOnly.includes(name) ? 'is read only' : `is not known${suggestion(name)}`)
      continue
    }
    const read = inspectInput(rootKinds[name].schema, complete(name, withoutMembers(name, written, passedOver)), name)
    if ('error' in read) addProblem([name, ...read.path], read.reason)
    else roots[name] = read.value
  }
  return { roots, problems, lineOf: positionOf }
}

function withoutMembers(root: string, written: unknown, passedOver: ReadonlySet<string>): unknown {
  if (!isRecord(written)) return written
  return Object.fromEntries(Object.entries(written).filter(([member]) => !passedOver.has(`${root}.${member}`)))
}

type Parsed =
  | {
      readonly value: HoconObject
      readonly positionOf: (path: readonly (string | number)[]) => TextPosition | undefined
    }
  | { readonly problem: Problem }

function parse(text: string): Parsed {
  try {
    return readHoconWithPositions(text)
  } catch (error) {
    if (!(error instanceof HoconError)) throw error
    const { reason, line, column, key = '' } = error
    return { problem: { path: key, reason, line, column } }
  }
}

function suggestion(name: string): string {
  const near = closest(name, rootNames)
  return near === undefined ? '' : `; did you mean ${near}?`
}

/** `line 3, mqtt.max_inflight: must be between 1 and 65535` */
export const describeProblem = ({ line, path, reason }: Problem): string =>
  `${[...(line === undefined ? [] : [`line ${line}`]), ...(path === '' ? [] : [clip(path)])].join(', ')}: ${reason}`

const maxPathLength = 300
const clip = (path: string) => (path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}…`)
