import type { DeliveryDropReason } from '../hooks.ts'
import type { ClientTraffic } from '../types.ts'

export const createTraffic = (): ClientTraffic => ({
  recvOct: 0,
  recvCnt: 0,
  recvPkt: 0,
  recvMsg: 0,
  recvMsgQos: [0, 0, 0],
  recvMsgDropped: 0,
  recvMsgDroppedAwaitPubrelTimeout: 0,
  sendOct: 0,
  sendCnt: 0,
  sendPkt: 0,
  sendMsg: 0,
  sendMsgQos: [0, 0, 0],
  sendMsgDropped: 0,
  sendMsgDroppedExpired: 0,
  sendMsgDroppedQueueFull: 0,
  sendMsgDroppedTooLarge: 0,
})

export function countDropped(traffic: ClientTraffic, reason: DeliveryDropReason): void {
  traffic.sendMsgDropped += 1
  if (reason === 'expired') traffic.sendMsgDroppedExpired += 1
  else if (reason === 'queue_full') traffic.sendMsgDroppedQueueFull += 1
  else if (reason === 'too_large') traffic.sendMsgDroppedTooLarge += 1
}
