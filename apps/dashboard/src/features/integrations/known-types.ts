import type { Locale } from '../../i18n/index.ts'
import type { Kind } from './kinds.ts'

type Text = Readonly<Record<Locale, string>>

export const categories = ['http', 'broker', 'storage', 'database', 'time-series', 'streaming', 'other'] as const
export type Category = (typeof categories)[number]

/** Texts of a type in the type gallery. */
export interface KnownType {
  readonly label: Text
  /** Purpose in one line. */
  readonly about: Text
  readonly category: Category
  /** One or two letters, drawn next to the name. */
  readonly mark: string
}

export type Settings = Readonly<Record<string, unknown>>

interface OtherType extends KnownType {
  /** Initial values of the form of a new object. */
  readonly examples: Readonly<Partial<Record<Kind, Settings>>>
}

const known = (
  label: string,
  mark: string,
  category: Category,
  en: string,
  zh: string,
  examples: OtherType['examples'] = {},
): OtherType => ({ label: { en: label, zh: label }, about: { en, zh }, category, mark, examples })

/**
 * Types that other brokers may have. Their forms come from the schema of the broker, only their texts from here. Types
 * that are not listed are shown with their key.
 */
export const otherTypes: Readonly<Record<string, OtherType>> = {
  hstreamdb: known('HStreamDB', 'Hs', 'streaming', 'Appends records to streams.', '向流追加记录。'),
  oracle: known('Oracle Database', 'Or', 'database', 'Writes rows with SQL.', '用 SQL 写入数据行。', {
    connector: { server: '127.0.0.1:1521', sid: 'XE' },
  }),
  pulsar: known('Apache Pulsar', 'Pu', 'streaming', 'Sends messages to topics.', '发送到主题。'),
  rocketmq: known('RocketMQ', 'Ro', 'streaming', 'Sends messages to topics.', '发送到主题。'),
  snowflake: known('Snowflake', 'Sn', 'storage', 'Loads messages as files.', '以文件形式批量导入消息。'),
  sqlserver: known('SQL Server', 'Sq', 'database', 'Writes rows with SQL.', '用 SQL 写入数据行。'),
  syskeeper_forwarder: known(
    'SysKeeper forwarder',
    'Sf',
    'other',
    'Forwards messages through a one-way gateway.',
    '通过单向网闸转发消息。',
  ),
  syskeeper_proxy: known(
    'SysKeeper proxy',
    'Sp',
    'other',
    'Receives messages behind a one-way gateway.',
    '在单向网闸之后接收消息。',
  ),
  tablestore: known('Alibaba Tablestore', 'Tb', 'time-series', 'Writes time series.', '写入时序数据。', {
    action: { parameters: { fields: [{ column: 'payload', value: '${payload}' }] } },
  }),
}
