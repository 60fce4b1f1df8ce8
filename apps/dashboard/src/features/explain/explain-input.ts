import { type ExplainRequest, isIpAddress } from '@mqdeck/contract'
import { type FilterFault, filterFault, hasWildcard } from '../../lib/topics/topic-filter.ts'

/** The values of the form. */
export interface ExplainInput {
  readonly clientid: string
  readonly username: string
  readonly password: string
  readonly peerhost: string
  /** Undefined for the first listener of the broker. */
  readonly listener: string | undefined
  readonly action: 'connect' | 'publish' | 'subscribe'
  readonly topic: string
  readonly qos: '0' | '1' | '2'
  readonly retain: boolean
  /** `group=a` */
  readonly attributes: readonly string[]
  readonly certCommonName: string
  readonly certSubject: string
}

export const emptyInput: ExplainInput = {
  clientid: '',
  username: '',
  password: '',
  peerhost: '127.0.0.1',
  listener: undefined,
  action: 'connect',
  topic: '',
  qos: '0',
  retain: false,
  attributes: [],
  certCommonName: '',
  certSubject: '',
}

type TopicFault = FilterFault | 'wildcard'

export interface InputFaults {
  readonly clientid?: true
  readonly peerhost?: true
  readonly topic?: TopicFault
}

/** Invalid fields. The broker validates the rest. */
export function faultsOf({ clientid, peerhost, action, topic }: ExplainInput): InputFaults {
  const fault = action === 'connect' ? undefined : topicFault(action, topic)
  return {
    ...(clientid === '' && { clientid: true }),
    ...(!isIpAddress(peerhost.trim()) && { peerhost: true }),
    ...(fault && { topic: fault }),
  }
}

const topicFault = (action: 'publish' | 'subscribe', topic: string): TopicFault | undefined =>
  filterFault(topic) ?? (action === 'publish' && hasWildcard(topic) ? 'wildcard' : undefined)

/** Whether a text has the form `name=value`. The value may contain any characters. */
export const isAttribute = (text: string): boolean => /^[^=\s]+=./.test(text)

/** Leaves out empty fields. An empty username would be valid, but is not what an empty field means. */
export function toRequest(input: ExplainInput): ExplainRequest {
  const { clientid, username, password, peerhost, listener, action, topic, qos, retain, attributes } = input
  const { certCommonName, certSubject } = input
  return {
    clientid,
    peerhost: peerhost.trim(),
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(listener !== undefined && { listener }),
    ...(certCommonName !== '' && { cert_common_name: certCommonName }),
    ...(certSubject !== '' && { cert_subject: certSubject }),
    ...(attributes.length > 0 && { client_attrs: Object.fromEntries(attributes.map(toPair)) }),
    ...(action !== 'connect' && { action: { type: action, topic, qos: toQos(qos), retain } }),
  }
}

function toPair(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=')
  return [text.slice(0, at), text.slice(at + 1)]
}

const toQos = (text: ExplainInput['qos']): 0 | 1 | 2 => (text === '0' ? 0 : text === '1' ? 1 : 2)
