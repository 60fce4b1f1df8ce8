import { parseTemplate, renderTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import { readPayload } from '../sql/columns.ts'
import { isMap, type Value, type ValueMap } from '../value.ts'

/** A template such as `rep/${clientid}`. `${payload.x}` decodes a JSON payload, `${.}` is the complete result. */
export interface ValueTemplate {
  /** Missing values are rendered as `undefined`, as in EMQX. */
  readonly text: (chosen: ValueMap) => string
  /** The unconverted value if the template is a single placeholder, otherwise the text. */
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
