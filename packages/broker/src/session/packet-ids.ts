const highest = 65535

/** Gives packet ids 1..65535 in turn, passing over those in use [MQTT-2.2.1-3]. Undefined when all are. */
export function createPacketIds(inUse: (id: number) => boolean): () => number | undefined {
  let last = 0
  return () => {
    for (let tries = 0; tries < highest; tries += 1) {
      last = last === highest ? 1 : last + 1
      if (!inUse(last)) return last
    }
    return undefined
  }
}
