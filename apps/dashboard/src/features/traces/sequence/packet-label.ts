import { reasonOf } from '@mqdeck/contract'
import type { Locale } from '../../../i18n/index.ts'
import type { sequenceMessages } from './messages.ts'
import type { PacketEvent } from './sequence.ts'

type SequenceTexts = typeof sequenceMessages.en

/** The text next to the type of a packet. `main` is the topic or the topic filters. */
interface PacketLabel {
  readonly main: string | undefined
  readonly details: readonly string[]
  /** Whether the packet reports an error. */
  readonly isError: boolean
}

const versions: Readonly<Record<number, string>> = { 3: 'MQTT 3.1', 4: 'MQTT 3.1.1', 5: 'MQTT 5.0' }

export function packetLabel(event: PacketEvent, texts: SequenceTexts, locale: Locale): PacketLabel {
  const { type, facts } = event
  const { packetId, qos } = facts
  const id = packetId === undefined ? [] : [`#${packetId}`]
  const flags = [...(facts.retain ? [texts.retainFlag] : []), ...(facts.dup ? [texts.dupFlag] : [])]
  if (type === 'PUBLISH') return { main: facts.topic, details: [`QoS ${qos}`, ...id, ...flags], isError: false }
  if (type === 'CONNECT') return { main: undefined, details: connectDetails(event, texts), isError: false }
  const codes = facts.reasonCode === undefined ? facts.reasonCodes : [facts.reasonCode]
  const isError = codes.some((code) => code >= 128 || (type === 'CONNACK' && code > 0))
  return {
    main: facts.filters.length > 0 ? facts.filters.map(filterText).join(', ') : undefined,
    details: [
      ...id,
      ...codes.flatMap((code) => reasonOfPacket(event, code, locale) ?? []),
      ...(facts.sessionPresent ? [texts.sessionPresent] : []),
    ],
    isError,
  }
}

const filterText = ({ topic, qos }: PacketEvent['facts']['filters'][number]) =>
  qos === undefined ? topic : `${topic} (QoS ${qos})`

function connectDetails({ facts }: PacketEvent, texts: SequenceTexts): readonly string[] {
  const { version, cleanStart, keepAlive } = facts
  return [
    ...(version === undefined ? [] : [versions[version] ?? `MQTT ${version}`]),
    ...(cleanStart ? [texts.cleanStartFlag] : []),
    ...(keepAlive === undefined ? [] : [texts.keepAliveSeconds(String(keepAlive))]),
  ]
}

/** Undefined for acknowledgements that only report success. */
function reasonOfPacket({ type, connection }: PacketEvent, code: number, locale: Locale): string | undefined {
  const isAcknowledgement = type.startsWith('PUB') || type === 'UNSUBACK'
  if (code === 0 && isAcknowledgement) return undefined
  const packet = type === 'SUBACK' ? 'suback' : type === 'DISCONNECT' ? 'disconnect' : undefined
  const text = reasonOf(connection.version ?? 5, code, packet)?.[locale]
  return text ?? `0x${code.toString(16).padStart(2, '0')}`
}
