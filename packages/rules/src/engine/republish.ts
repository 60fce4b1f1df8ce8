import type { MessageProperties, NewMessage, Qos, UserProperties } from '@mqdeck/broker'
import type { RepublishArgs } from '@mqdeck/contract'
import { isMap, type Value, type ValueMap } from '@mqdeck/kit/json'
import { parseTemplate, renderTemplate, ruleText, type Template } from '@mqdeck/kit/template'
import { readPayload } from '../sql/columns.ts'

/** The message that the action `republish` publishes. */
interface RepublishMessage {
  readonly message: Omit<NewMessage, 'from'>
  readonly directDispatch: boolean
}

/** EMQX's placeholder for all user properties of the event, including repeated names, in their order. */
const originalUserProperties = "${pub_props.'User-Property'}"

/** Throws if the QoS or a property is invalid. */
export type RepublishTemplate = (chosen: ValueMap, original: UserProperties | undefined) => RepublishMessage

export function createRepublish(args: RepublishArgs): RepublishTemplate {
  const topic = createTemplate(args.topic)
  const payload = createTemplate(args.payload)
  const qos = orTemplate(args.qos)
  const retain = orTemplate(args.retain)
  const direct = orTemplate(args.direct_dispatch)
  const properties = Object.entries(args.mqtt_properties).map(
    ([name, text]) => [name, createTemplate(String(text))] as const,
  )
  const userProperties = createTemplate(args.user_properties)
  const keepsOriginal = args.user_properties === originalUserProperties

  return (chosen, original) => {
    const pairs = keepsOriginal ? original : toPairs(userProperties.value(chosen))
    const body = payload.value(chosen)
    return {
      message: {
        topic: topic.text(chosen),
        payload: body instanceof Uint8Array ? body : Buffer.from(payload.text(chosen)),
        qos: toQos(read(qos, chosen)),
        retain: toFlag('retain', read(retain, chosen)),
        properties: {
          ...toProperties(properties, chosen),
          ...(pairs !== undefined && pairs.length > 0 && { userProperties: pairs }),
        },
      },
      directDispatch: toFlag('direct_dispatch', read(direct, chosen)),
    }
  }
}

const orTemplate = (value: string | number | boolean): ValueTemplate | number | boolean =>
  typeof value === 'string' ? createTemplate(value) : value

const read = (from: ValueTemplate | number | boolean, chosen: ValueMap): Value =>
  typeof from === 'object' ? from.value(chosen) : from

/** 0 if undefined, as in EMQX. */
function toQos(value: Value): Qos {
  if (value === undefined || value === null) return 0
  const number = Number(ruleText(value))
  if (number === 0 || number === 1 || number === 2) return number
  throw new Error(`bad QoS: ${ruleText(value)}`)
}

function toFlag(name: string, value: Value): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  const text = ruleText(value)
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0' || text === 'undefined') return false
  throw new Error(`bad ${name}: ${text}`)
}

function toPairs(value: Value): UserProperties {
  return isMap(value) ? Object.entries(value).map(([name, one]) => [name, ruleText(one)] as const) : []
}

/** Placeholders without a value are omitted. */
function toProperties(
  templates: readonly (readonly [name: string, template: ValueTemplate])[],
  chosen: ValueMap,
): MessageProperties {
  const properties: MessageProperties = {}
  for (const [name, template] of templates) {
    const value = template.value(chosen)
    if (value === undefined || value === null || value === '' || value === 'undefined') continue
    if (name === 'Payload-Format-Indicator') properties.payloadFormatIndicator = toInteger(name, value, 1) === 1 ? 1 : 0
    else if (name === 'Message-Expiry-Interval')
      properties.messageExpiryInterval = toInteger(name, value, 4_294_967_295)
    else if (name === 'Content-Type') properties.contentType = ruleText(value)
    else if (name === 'Response-Topic') properties.responseTopic = ruleText(value)
    else if (name === 'Correlation-Data')
      properties.correlationData = value instanceof Uint8Array ? value : Buffer.from(ruleText(value))
  }
  return properties
}

function toInteger(name: string, value: Value, most: number): number {
  const number = Number(ruleText(value))
  if (Number.isInteger(number) && number >= 0 && number <= most) return number
  throw new Error(`bad ${name}: ${ruleText(value)}`)
}

/** A template such as `rep/${clientid}`. `${payload.x}` decodes a JSON payload, `${.}` is the complete result. */
interface ValueTemplate {
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
