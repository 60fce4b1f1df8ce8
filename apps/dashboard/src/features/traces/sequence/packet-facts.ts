/** Fields of a packet, parsed from EMQX's text for it. Missing fields are undefined. */
export interface PacketFacts {
  readonly qos: number
  readonly retain: boolean
  readonly dup: boolean
  readonly packetId: number | undefined
  /** Of PUBLISH. */
  readonly topic: string | undefined
  /** Payload of PUBLISH in the encoding of the trace; the will message of CONNECT. */
  readonly payload: string | undefined
  readonly reasonCode: number | undefined
  /** Of SUBACK and UNSUBACK. */
  readonly reasonCodes: readonly number[]
  /** Of SUBSCRIBE and UNSUBSCRIBE. */
  readonly filters: readonly TopicFilter[]
  readonly sessionPresent: boolean
  /** Of CONNECT: 3, 4, 5. */
  readonly version: number | undefined
  readonly cleanStart: boolean | undefined
  /** Of CONNECT: seconds. */
  readonly keepAlive: number | undefined
}

interface TopicFilter {
  readonly topic: string
  /** Undefined in UNSUBSCRIBE. */
  readonly qos: number | undefined
}

/**
 * Parses `PUBLISH(Q1, R0, D0, Topic=t, PacketId=7, Payload=...)`. Texts of clients may contain the separators of this format.
 * The result may then be wrong, so use it for display only.
 */
export function parsePacketText(text: string): PacketFacts {
  const [head = '', qos = '0', retain, dup] = /^[A-Z]+\(Q(\d), R(\d), D(\d)(?:, )?/.exec(text) ?? []
  const body = text.slice(head.length).replace(/\)$/, '')
  const isPublish = text.startsWith('PUBLISH(')
  const publish = isPublish ? /^Topic=(.*?), PacketId=(\d+|undefined)(?:, ([\s\S]*))?$/.exec(body) : null
  const number = (pattern: RegExp) => toNumber(pattern.exec(isPublish ? '' : body)?.[1])
  // The username can contain anything, but comes after these fields.
  const isConnect = text.startsWith('CONNECT(')
  const connect = isConnect
    ? /, ProtoName=[^,]*, ProtoVsn=(\d), CleanStart=(true|false), KeepAlive=(\d+)/.exec(body)
    : null
  return {
    qos: Number(qos),
    retain: retain === '1',
    dup: dup === '1',
    packetId: publish ? toNumber(publish[2]) : isConnect ? undefined : number(/^PacketId=(\d+)/),
    topic: publish?.[1],
    payload: publish?.[3]?.replace(/^Payload(?:\(hex\))?=/, ''),
    reasonCode: isConnect ? undefined : number(/\bReasonCode=(\d+)/),
    reasonCodes: isPublish ? [] : parseCodes(body),
    filters: isPublish || isConnect ? [] : parseFilters(body),
    sessionPresent: text.startsWith('CONNACK(') && /^AckFlags=1/.test(body),
    version: toNumber(connect?.[1]),
    cleanStart: connect ? connect[2] === 'true' : undefined,
    keepAlive: toNumber(connect?.[3]),
  }
}

const toNumber = (text: string | undefined) => (text === undefined || !/^\d+$/.test(text) ? undefined : Number(text))

function parseCodes(body: string): readonly number[] {
  const list = /ReasonCodes=\[([\d,\s]*)\]/.exec(body)?.[1] ?? ''
  return list.split(',').flatMap((code) => toNumber(code.trim()) ?? [])
}

/** `t/1(#{nl => 0,qos => 1,rap => 0,rh => 0}),...`; without the braces in UNSUBSCRIBE. */
function parseFilters(body: string): readonly TopicFilter[] {
  const list = /TopicFilters=\[([\s\S]*)\]$/.exec(body)?.[1]
  if (list === undefined || list === '') return []
  // Excluding brackets inside the braces avoids excessive backtracking on filters made of brackets.
  const withOptions = [...list.matchAll(/(?:^|,\s*)([\s\S]*?)\(#\{[^}(]*?qos => (\d)[^}(]*\}\)/g)]
  if (withOptions.length > 0) return withOptions.map(([, topic = '', qos]) => ({ topic, qos: Number(qos) }))
  return list.split(',').map((topic) => ({ topic: topic.trim(), qos: undefined }))
}
