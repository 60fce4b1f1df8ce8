/** Encodes control packets byte by byte, for packets that no library would write. */

export const u8 = (...values: number[]): Buffer => Buffer.from(values)

export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** MQTT 5, 1.5.5. */
export function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  do {
    const more = rest > 127 ? 0x80 : 0
    bytes.push((rest % 128) | more)
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** A UTF-8 string or binary data with its length prefix (MQTT 5, 1.5.4 and 1.5.6). */
export const str = (text: string | Buffer): Buffer => {
  const bytes = Buffer.from(text)
  return Buffer.concat([u16(bytes.length), bytes])
}

/** Properties with their length prefix. */
export const props = (...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([varint(body.length), body])
}

/** Fixed header and body. */
export const packet = (firstByte: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u8(firstByte), varint(body.length), body])
}

export const property = {
  payloadFormat: (value: number) => u8(0x01, value),
  messageExpiry: (seconds: number) => Buffer.concat([u8(0x02), u32(seconds)]),
  contentType: (text: string | Buffer) => Buffer.concat([u8(0x03), str(text)]),
  responseTopic: (text: string | Buffer) => Buffer.concat([u8(0x08), str(text)]),
  correlationData: (data: Buffer) => Buffer.concat([u8(0x09), str(data)]),
  subscriptionId: (id: number) => Buffer.concat([u8(0x0b), varint(id)]),
  sessionExpiry: (seconds: number) => Buffer.concat([u8(0x11), u32(seconds)]),
  authMethod: (text: string) => Buffer.concat([u8(0x15), str(text)]),
  authData: (data: Buffer) => Buffer.concat([u8(0x16), str(data)]),
  problemInfo: (value: number) => u8(0x17, value),
  willDelay: (seconds: number) => Buffer.concat([u8(0x18), u32(seconds)]),
  responseInfo: (value: number) => u8(0x19, value),
  reasonString: (text: string) => Buffer.concat([u8(0x1f), str(text)]),
  receiveMaximum: (value: number) => Buffer.concat([u8(0x21), u16(value)]),
  topicAliasMaximum: (value: number) => Buffer.concat([u8(0x22), u16(value)]),
  topicAlias: (value: number) => Buffer.concat([u8(0x23), u16(value)]),
  user: (name: string | Buffer, value: string | Buffer) => Buffer.concat([u8(0x26), str(name), str(value)]),
  maximumPacketSize: (value: number) => Buffer.concat([u8(0x27), u32(value)]),
} as const

export interface ConnectParts {
  readonly name?: string | Buffer
  readonly version?: number
  /** Connect flags; 0x02 is clean start. */
  readonly flags?: number
  readonly keepalive?: number
  readonly properties?: Buffer
  /** Client ID, will properties, will topic, will payload, username, password, already encoded. */
  readonly payload?: readonly Buffer[]
  readonly firstByte?: number
}

/** CONNECT of MQTT 5 (or of 3.1.1, which has no properties, when `version` is 4 or 3). */
export function connect(parts: ConnectParts = {}): Buffer {
  const { version = 5, flags = 0x02, keepalive = 0, firstByte = 0x10 } = parts
  const { name = version === 3 ? 'MQIsdp' : 'MQTT', properties = props(), payload = [str('')] } = parts
  const header = [str(name), u8(version, flags), u16(keepalive)]
  return packet(firstByte, ...header, ...(version >= 5 ? [properties] : []), ...payload)
}

export const publish = (firstByte: number, topic: string | Buffer, ...rest: Buffer[]): Buffer =>
  packet(firstByte, str(topic), ...rest)

/** SUBSCRIBE of MQTT 5 with one filter. */
export const subscribe = (filter: string | Buffer, options = 0, properties = props(), id = 1): Buffer =>
  packet(0x82, u16(id), properties, str(filter), u8(options))
