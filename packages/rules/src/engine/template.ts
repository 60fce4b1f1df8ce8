import { parseTemplate, renderTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import { readPayload } from '../sql/columns.ts'
import { isMap, type Value, type ValueMap } from '../value.ts'

/** A text over what a rule chose: `rep/${clientid}`; `${payload.x}` reads the payload as JSON, `${.}` is everything. */
export interface ValueTemplate {
  /** What is missing is `undefined`, as EMQX writes it. */
  readonly text: (chosen: ValueMap) => string
  /** The value itself where the template is nothing but a place holder, e.g. bytes or a map; otherwise the text. */
  readonly value: (chosen: ValueMap) => Value
}

export function createTemplate(source: string): ValueTemplate {
  const template = parseTemplate(source)
  const text = (chosen: ValueMap) => render(template, chosen)
  const [only, ...others] = template.parts
  if (only === undefined || typeof only === 'string' || others.length > 0) return { text, value: text }
  return { text, value: (chosen) => lookUp(chosen, only.path) }
}

const render = (template: Template, chosen: ValueMap) =>
  renderTemplate(template, (path) => lookUp(chosen, path), ruleText)

function lookUp(chosen: ValueMap, path: readonly string[]): Value {
  let value: Value = chosen
  for (const [index, key] of path.entries()) {
    if (index === 1 && path[0] === 'payload') value = decoded(value)
    if (!isMap(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

function decoded(payload: Value): Value {
  try {
    return readPayload(payload)
  } catch {
    return undefined
  }
}
