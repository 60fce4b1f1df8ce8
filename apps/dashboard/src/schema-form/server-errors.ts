import { describeReason } from '../api/errors/errors.ts'
import type { ValidationProblem } from '../api/errors/validation-problem.ts'
import type { Locale } from '../i18n/index.ts'
import { isRecord, type Path } from '../lib/json/json-path.ts'
import { faults } from './fault-texts.ts'
import type { FormNode } from './model.ts'
import type { Text } from './texts.ts'
import { childNode } from './unions.ts'
import type { Fault } from './validate.ts'

/** The error of a field; undefined if it concerns no field of the form, or unknown fields. */
export function faultOfServer(model: FormNode, value: unknown, problem: ValidationProblem): Fault | undefined {
  const found = problem.reason === 'unknown_fields' ? undefined : fieldAtServerPath(model, value, problem.path)
  return found && { path: found.path, text: sentence(problem, found.node) }
}

/** At the field, its path and the rejected value are redundant. */
function sentence({ reason, expected }: ValidationProblem, { label }: FormNode): Text {
  if (reason === 'required_field') return faults.required(label)
  if (expected !== undefined) return { en: `Expected: ${expected}`, zh: `应为：${expected}` }
  return textOfReason(reason)
}

const textOfReason = (reason: string): Text => ({ en: inWords(reason, 'en'), zh: inWords(reason, 'zh') })

/** The error of a check that the broker repeats: `server.bind`, with the words of the broker. */
export const faultOfReason = (field: string, reason: string): Fault => ({
  path: field.split('.'),
  text: textOfReason(reason),
})

/** The one-line text below a field: the broker's own message if there is no translation. */
const inWords = (reason: string, locale: Locale) =>
  asSentence(describeReason(reason, locale).split('\n\n', 1)[0] ?? reason)

/** Capitalizes messages such as `must be at least 1`, but not names such as `some_word`. */
const asSentence = (reason: string) =>
  reason.includes(' ') ? reason.charAt(0).toUpperCase() + reason.slice(1) : reason

/**
 * The field of a path in the broker's message: `root.mqtt.max_inflight`, `mqtt.client_attrs_init.2.expression` (lists
 * count from 1) or `connectors.redis.my.parameters.server` in a form of the inner part alone. Undefined if the
 * form does not have the field.
 */
export function fieldAtServerPath(model: FormNode, value: unknown, serverPath: string): Found | undefined {
  const steps = serverPath.split('.').filter((step) => step !== '')
  for (let start = 0; start < steps.length; start++) {
    const found = follow(model, value, steps.slice(start))
    if (found) return found
  }
  return undefined
}

interface Found {
  readonly path: Path
  readonly node: FormNode
}

function follow(model: FormNode, root: unknown, steps: readonly string[]): Found | undefined {
  const path: (string | number)[] = []
  let node: FormNode = model
  let value = root
  let rest = steps
  // Paths beyond a scalar or inside JSON refer to the field itself.
  while (rest.length > 0 && (path.length === 0 || hasInside(node))) {
    const [step, length] = nextStep(node, value, rest)
    const child: FormNode | undefined = childNode(node, step, value)
    if (!child || child.kind === 'constant') return undefined
    node = child
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined
    path.push(step)
    rest = rest.slice(length)
  }
  return path.length > 0 ? { path, node } : undefined
}

/** Indices count from 1. Names chosen by users, such as topics, may contain dots. */
function nextStep(node: FormNode, value: unknown, rest: readonly string[]): readonly [string | number, number] {
  const [first = ''] = rest
  if (Array.isArray(value) && /^[1-9]\d*$/.test(first)) return [Number(first) - 1, 1]
  if ((node.kind === 'map' || node.kind === 'union') && isRecord(value)) {
    for (let length = rest.length; length > 1; length--) {
      const key = rest.slice(0, length).join('.')
      if (Object.hasOwn(value, key)) return [key, length]
    }
  }
  return [first, 1]
}

const hasInside = ({ kind }: FormNode) => ['object', 'list', 'table', 'map', 'union'].includes(kind)
