import type { Metrics } from '../metrics.ts'
import { type AckType, type Packet, reasonCode } from '../packets/index.ts'

/** PUBLISH is counted where it is handled, because it is by far the most frequent. */
export function countReceived(metrics: Metrics, packet: Packet): void {
  metrics['packets.received'] += 1
  switch (packet.type) {
    // As frequent as PUBLISH: composing the metric name would cost more than counting.
    case 'puback':
      metrics['packets.puback.received'] += 1
      break
    case 'connect':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'subscribe':
    case 'unsubscribe':
    case 'pingreq':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.received`] += 1
  }
}

export function countSent(metrics: Metrics, packet: Packet): void {
  metrics['packets.sent'] += 1
  switch (packet.type) {
    case 'connack':
      countConnack(metrics, packet.reasonCode)
      break
    case 'suback':
    case 'unsuback':
    case 'pingresp':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.sent`] += 1
  }
}

export function countSentAck(metrics: Metrics, type: AckType): void {
  metrics['packets.sent'] += 1
  if (type === 'puback') metrics['packets.puback.sent'] += 1
  else metrics[`packets.${type}.sent`] += 1
}

function countConnack(metrics: Metrics, code: number): void {
  metrics['packets.connack.sent'] += 1
  if (code !== reasonCode.success) metrics['packets.connack.error'] += 1
  if (code === reasonCode.notAuthorized || code === reasonCode.badUserNameOrPassword)
    metrics['packets.connack.auth_error'] += 1
}
