/** What a packet of a trace says, taken from EMQX's text for it. What is not there is undefined. */
export interface PacketFacts {
  readonly qos: number
  readonly retain: boolean
  readonly dup: boolean
  readonly packetId: number | undefined
  /** Of PUBLISH. */
  readonly topic: string | undefined
  /** Of PUBLISH, as the trace was told to write it; of CONNECT the will. */
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
 * Reads `PUBLISH(Q1, R0, D0, Topic=t, PacketId=7, Payload=...)`. Texts of clients may have any signs, also those that the format
 * uses: what is read then may be wrong, and is only shown.
 */
export function readPacketText(text: string): PacketFacts {
  const [head = '', qos = '0', retain, dup] = /^[A-Z]+\(Q(\d), R(\d), D(\d)(?:, )?/.exec(text) ?? []
  const body = text.slice(head.length).replace(/\)$/, '')
  const isPublish = text.startsWith('PUBLISH(')
  const publish = isPublish ? /^Topic=(.*?), PacketId=(\d+|undefined)(?:, ([\s\S]*))?$/.exec(body) : null
  const number = (pattern: RegExp) => toNumber(pattern.exec(isPublish ? '' : body)?.[1])
  // A user name may say anything, but stands behind.
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
    reasonCodes: isPublish ? [] : readCodes(body),
    filters: isPublish || isConnect ? [] : readFilters(body),
    sessionPresent: text.startsWith('CONNACK(') && /^AckFlags=1/.test(body),
    version: toNumber(connect?.[1]),
    cleanStart: connect ? connect[2] === 'true' : undefined,
    keepAlive: toNumber(connect?.[3]),
  }
}

const toNumber = (text: string | undefined) => (text === undefined || !/^\d+$/.test(text) ? undefined : Number(text))

function readCodes(body: string): readonly number[] {
  const list = /ReasonCodes=\[([\d,\s]*)\]/.exec(body)?.[1] ?? ''
  return list.split(',').flatMap((code) => toNumber(code.trim()) ?? [])
}

/** `t/1(#{nl => 0,qos => 1,rap => 0,rh => 0}),...`; without the braces in UNSUBSCRIBE. */
function readFilters(body: string): readonly TopicFilter[] {
  const list = /TopicFilters=\[([\s\S]*)\]$/.exec(body)?.[1]
  if (list === undefined || list === '') return []
  // No bracket inside the braces: a filter of nothing but brackets would keep the page busy.
  const withOptions = [...list.matchAll(/(?:^|,\s*)([\s\S]*?)\(#\{[^}(]*?qos => (\d)[^}(]*\}\)/g)]
  if (withOptions.length > 0) return withOptions.map(([, topic = '', qos]) => ({ topic, qos: Number(qos) }))
  return list.split(',').map((topic) => ({ topic: topic.trim(), qos: undefined }))
}
