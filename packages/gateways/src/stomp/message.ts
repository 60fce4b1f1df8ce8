import type { MessageProperties, Qos } from '@mqdeck/broker'
import { mqtt5ReasonCodes } from '@mqdeck/contract'
import type { GatewayMessage } from '../port.ts'
import { type Frame, type Header, headerOf } from './frame.ts'

/** The frame cannot be processed. The client gets the text in ERROR, and the connection ends. */
export class Refused extends Error {}

/** Headers of SEND with a meaning. The others become user properties of MQTT, which STOMP subscribers get as headers. */
const ownHeaders = new Set(['destination', 'content-length', 'content-type', 'transaction', 'receipt', 'qos'])

/** Length of a text in MQTT (1.5.4). */
const maxTextBytes = 65_535

/**
 * Converts SEND to a message. Without a header `qos`, its QoS is 0 as in EMQX, but 1 if the client gets a receipt for it: the
 * receipt confirms that the message is not lost.
 */
export function toMessage({ headers, body }: Frame, isConfirmed: boolean): GatewayMessage {
  const contentType = headerOf(headers, 'content-type')
  const userProperties = headers.filter(([name]) => !ownHeaders.has(name))
  for (const [name, value] of headers)
    if (Buffer.byteLength(name) > maxTextBytes || Buffer.byteLength(value) > maxTextBytes)
      throw new Refused(`Header ${name.slice(0, 100)} is longer than ${maxTextBytes} bytes`)
  const properties: MessageProperties = {
    ...(contentType !== undefined && { contentType }),
    ...(userProperties.length > 0 && { userProperties }),
  }
  return {
    topic: required(headers, 'SEND', 'destination'),
    payload: body,
    qos: qosOf(headers, isConfirmed),
    properties,
  }
}

function qosOf(headers: readonly Header[], isConfirmed: boolean): Qos {
  const qos = headerOf(headers, 'qos') ?? (isConfirmed ? '1' : '0')
  if (qos === '0') return 0
  if (qos === '1') return 1
  if (qos === '2') return 2
  throw new Refused(`Header qos must be 0, 1 or 2, not ${qos}`)
}

export function required(headers: readonly Header[], command: string, name: string): string {
  const value = headerOf(headers, name)
  if (value === undefined) throw new Refused(`${command} needs the header ${name}`)
  return value
}

export const transactionOf = ({ headers }: Frame): string => {
  const id = headerOf(headers, 'transaction')
  if (id === undefined) throw new Refused('Transaction id is required')
  return id
}

export const reasonText = (code: number) => mqtt5ReasonCodes[code]?.name ?? `reason code ${code}`
