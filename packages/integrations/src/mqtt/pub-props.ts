import { isRecord } from '@mqdeck/contract'
import type { MqttProperties } from '@mqdeck/drivers'
import { parseTemplate, ruleText } from '@mqdeck/kit'
import type { ActionPlain } from '../plain.ts'
import type { Data } from '../port.ts'
import { fill, fillBytes } from '../template.ts'
import type { mqtt } from './manifest.ts'

/** MQTT 5 properties with the names of the column `pub_props`. */
export function toPubProps(properties: MqttProperties): Readonly<Record<string, unknown>> {
  const { payloadFormatIndicator, messageExpiryInterval, responseTopic, correlationData, contentType, userProperties } =
    properties
  return {
    ...(payloadFormatIndicator !== undefined && { 'Payload-Format-Indicator': payloadFormatIndicator ? 1n : 0n }),
    ...(messageExpiryInterval !== undefined && { 'Message-Expiry-Interval': BigInt(messageExpiryInterval) }),
    ...(responseTopic !== undefined && { 'Response-Topic': responseTopic }),
    ...(correlationData !== undefined && { 'Correlation-Data': correlationData }),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    ...(userProperties && {
      'User-Property': Object.fromEntries(userProperties),
      'User-Property-Pairs': userProperties.map(([key, value]) => ({ key, value })),
    }),
  }
}

/**
 * Merges the properties of the message with those of the action, which take precedence. Placeholders without a value
 * are omitted. The returned function throws for invalid numbers.
 */
export function createProperties(
  given: ActionPlain<typeof mqtt>['mqtt_properties'] = {},
): (data: Data) => MqttProperties {
  const { 'User-Property': user = {}, ...others } = given
  const templates = Object.entries(others).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, parseTemplate(text)] as const],
  )
  const userTemplates = Object.entries(user).map(([name, text]) => [name, parseTemplate(text)] as const)
  const nothing = () => ''
  return (data) => {
    const set = templates.flatMap(([name, template]) => {
      const value = fillBytes(template, data, nothing)
      return value.length === 0 ? [] : [[name, checked(name, value)] as const]
    })
    const messageProperties = isPlainMap(data.pub_props) ? data.pub_props : {}
    const pairs = userTemplates.map(([name, template]) => [name, fill(template, data, nothing)] as const)
    const kept = userPairs(messageProperties).filter(([name]) => !Object.hasOwn(user, name))
    return {
      ...fromPubProps({ ...messageProperties, ...Object.fromEntries(set) }),
      ...(kept.length + pairs.length > 0 && { userProperties: [...kept, ...pairs] }),
    }
  }
}

/** MQTT 5, 3.3.2.3.2 and 3.3.2.3.3. */
const most: Readonly<Record<string, number>> = { 'Payload-Format-Indicator': 1, 'Message-Expiry-Interval': 0xffffffff }

function checked(name: string, value: string | Uint8Array): string | Uint8Array {
  const limit = Object.hasOwn(most, name) ? most[name] : undefined
  if (limit === undefined) return value
  const number = Number(ruleText(value))
  if (Number.isInteger(number) && number >= 0 && number <= limit) return value
  throw new Error(`${name} is ${ruleText(value)}, but must be an integer from 0 to ${limit}`)
}

/** The properties of `pub_props` that can be sent. */
export function fromPubProps(given: unknown): MqttProperties {
  if (!isPlainMap(given)) return {}
  const format = given['Payload-Format-Indicator']
  const expiry = Number(given['Message-Expiry-Interval'] ?? Number.NaN)
  const response = given['Response-Topic']
  const correlation = given['Correlation-Data']
  const content = given['Content-Type']
  const pairs = userPairs(given)
  return {
    ...(format !== undefined && { payloadFormatIndicator: Number(format) === 1 }),
    ...(Number.isInteger(expiry) && expiry >= 0 && expiry <= 0xffffffff && { messageExpiryInterval: expiry }),
    ...(response !== undefined && { responseTopic: ruleText(response) }),
    ...(correlation !== undefined && { correlationData: bytesOf(correlation) }),
    ...(content !== undefined && { contentType: ruleText(content) }),
    ...(pairs.length > 0 && { userProperties: pairs }),
  }
}

/** The pairs include repeated names, the object has each name once. */
function userPairs(given: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const pairs = given['User-Property-Pairs']
  if (Array.isArray(pairs))
    return pairs.flatMap((one: unknown) => (isPlainMap(one) ? [[ruleText(one.key), ruleText(one.value)] as const] : []))
  const byName = given['User-Property']
  return isPlainMap(byName) ? Object.entries(byName).map(([name, value]) => [name, ruleText(value)] as const) : []
}

const bytesOf = (value: unknown) => (value instanceof Uint8Array ? value : Buffer.from(ruleText(value)))

const isPlainMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && !(value instanceof Uint8Array)
