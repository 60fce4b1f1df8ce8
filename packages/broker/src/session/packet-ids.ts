const maxPacketId = 65535

/** The packet id after `last`, 1..65535 in turn, without those in use [MQTT-2.2.1-3]. Undefined if all are in use. */
export function packetIdAfter(last: number, inUse: { has(id: number): boolean }): number | undefined {
  let id = last
  for (let tries = 0; tries < maxPacketId; tries += 1) {
    id = id === maxPacketId ? 1 : id + 1
    if (!inUse.has(id)) return id
  }
  return undefined
}
