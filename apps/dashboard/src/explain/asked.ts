import { type ExplainRequest, isIpAddress } from '@mqdeck/contract'
import { type FilterFault, filterFault, hasWildcard } from '../lib/topic-filter.ts'

/** What the form holds. */
export interface Asked {
  readonly clientid: string
  readonly username: string
  readonly password: string
  readonly peerhost: string
  /** The first of the broker when it is undefined. */
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

export const blank: Asked = {
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

export interface Faults {
  readonly clientid?: true
  readonly peerhost?: true
  readonly topic?: TopicFault
}

/** What is wrong with it; the broker is the judge of the rest. */
export function faultsOf({ clientid, peerhost, action, topic }: Asked): Faults {
  const fault = action === 'connect' ? undefined : topicFault(action, topic)
  return {
    ...(clientid === '' && { clientid: true }),
    ...(!isIpAddress(peerhost.trim()) && { peerhost: true }),
    ...(fault && { topic: fault }),
  }
}

const topicFault = (action: 'publish' | 'subscribe', topic: string): TopicFault | undefined =>
  filterFault(topic) ?? (action === 'publish' && hasWildcard(topic) ? 'wildcard' : undefined)

/** `group=a` has a name; what stands behind the sign may be anything. */
export const isAttribute = (text: string): boolean => /^[^=\s]+=./.test(text)

/** What is left empty is not there: an empty user name is one, but nobody means it. */
export function toRequest(asked: Asked): ExplainRequest {
  const { clientid, username, password, peerhost, listener, action, topic, qos, retain, attributes } = asked
  const { certCommonName, certSubject } = asked
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

const toQos = (text: Asked['qos']): 0 | 1 | 2 => (text === '0' ? 0 : text === '1' ? 1 : 2)
