import type { Text } from '@mqdeck/contract'
import type { Category, IntegrationManifest } from './port.ts'
import type { IntegrationKind } from './structs.ts'

const untested = (server: string): Text => ({
  en: `The client has not been tested with ${server}.`,
  zh: `其客户端尚未与 ${server} 一起测试。`,
})
const cloudOnly = (service: string): Text => ({
  en: `It needs the cloud service ${service}, with which it could not be tested.`,
  zh: `它依赖云服务 ${service}，尚未与其一起测试。`,
})
const native = (server: string): Text => ({
  en: `The client of ${server} for Node.js is a native module, which does not exist for every platform.`,
  zh: `${server} 的 Node.js 客户端是原生模块，并非适用于所有平台。`,
})
const noClient = (server: string): Text => ({
  en: `There is no maintained client of ${server} for Node.js.`,
  zh: `${server} 没有仍在维护的 Node.js 客户端。`,
})

/** A type of EMQX that this broker does not have. Its forms come from the schema of the broker, only its texts from here. */
export interface UnavailableType extends Pick<IntegrationManifest, 'label' | 'about' | 'mark'> {
  readonly category: Category | 'other'
  /** Why this node cannot run it, as a sentence. */
  readonly reason: Text
  /** Initial values of the forms of a new object. */
  readonly examples: Readonly<Partial<Record<IntegrationKind, Readonly<Record<string, unknown>>>>>
}

const unavailable = (
  label: string,
  mark: string,
  category: UnavailableType['category'],
  about: Text,
  reason: Text,
  examples: UnavailableType['examples'] = {},
): UnavailableType => ({ label: { en: label, zh: label }, about, category, mark, reason, examples })

const rows: Text = { en: 'Writes rows with SQL.', zh: '用 SQL 写入数据行。' }
const topics: Text = { en: 'Sends messages to topics.', zh: '发送到主题。' }

/** By type. A type that is implemented gets a folder instead. */
export const unavailableTypes: Readonly<Record<string, UnavailableType>> = {
  hstreamdb: unavailable(
    'HStreamDB',
    'Hs',
    'streaming',
    { en: 'Appends records to streams.', zh: '向流追加记录。' },
    noClient('HStreamDB'),
  ),
  oracle: unavailable('Oracle Database', 'Or', 'database', rows, untested('Oracle Database'), {
    connector: { server: '127.0.0.1:1521', sid: 'XE' },
  }),
  pulsar: unavailable('Apache Pulsar', 'Pu', 'streaming', topics, native('Pulsar')),
  rocketmq: unavailable('RocketMQ', 'Ro', 'streaming', topics, noClient('RocketMQ')),
  snowflake: unavailable(
    'Snowflake',
    'Sn',
    'storage',
    { en: 'Loads messages as files.', zh: '以文件形式批量导入消息。' },
    cloudOnly('Snowflake'),
  ),
  sqlserver: unavailable('SQL Server', 'Sq', 'database', rows, untested('SQL Server')),
  syskeeper_forwarder: unavailable(
    'SysKeeper forwarder',
    'Sf',
    'other',
    { en: 'Forwards messages through a one-way gateway.', zh: '通过单向网闸转发消息。' },
    noClient('SysKeeper'),
  ),
  syskeeper_proxy: unavailable(
    'SysKeeper proxy',
    'Sp',
    'other',
    { en: 'Receives messages behind a one-way gateway.', zh: '在单向网闸之后接收消息。' },
    noClient('SysKeeper'),
  ),
  tablestore: unavailable(
    'Alibaba Tablestore',
    'Tb',
    'time-series',
    { en: 'Writes time series.', zh: '写入时序数据。' },
    cloudOnly('Tablestore'),
    { action: { parameters: { fields: [{ column: 'payload', value: '${payload}' }] } } },
  ),
}

/** Undefined for types that this broker has, and for unknown ones. */
export const unavailableType = (type: string): UnavailableType | undefined =>
  Object.hasOwn(unavailableTypes, type) ? unavailableTypes[type] : undefined
