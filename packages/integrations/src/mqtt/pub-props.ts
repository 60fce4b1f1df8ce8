import type { MqttProperties } from '@mqdeck/drivers'
import { ruleText } from '@mqdeck/kit'

/** MQTT 5 properties under the names that EMQX's rules know: `pub_props`. */
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

/** What of `pub_props` can be sent; the rest is left away. */
export function fromPubProps(given: unknown): MqttProperties {
  if (!isObject(given)) return {}
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

/** The pairs are the whole of it; the object has each name once. */
function userPairs(given: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const pairs = given['User-Property-Pairs']
  if (Array.isArray(pairs))
    return pairs.flatMap((one: unknown) => (isObject(one) ? [[ruleText(one.key), ruleText(one.value)] as const] : []))
  const byName = given['User-Property']
  return isObject(byName) ? Object.entries(byName).map(([name, value]) => [name, ruleText(value)] as const) : []
}

const bytesOf = (value: unknown) => (value instanceof Uint8Array ? value : Buffer.from(ruleText(value)))

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
