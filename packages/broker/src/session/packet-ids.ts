const highest = 65535

/** The packet id after `last`, 1..65535 in turn, passing over those in use [MQTT-2.2.1-3]. Undefined when all are. */
export function packetIdAfter(last: number, inUse: { has(id: number): boolean }): number | undefined {
  let id = last
  for (let tries = 0; tries < highest; tries += 1) {
    id = id === highest ? 1 : id + 1
    if (!inUse.has(id)) return id
  }
  return undefined
}
